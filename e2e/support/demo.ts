import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type BrowserContext, expect } from '@playwright/test'

type DemoInfo = {
  url: string
  accounts: { email: string; password: string; role: string }[]
  companies: { id: string; name: string }[]
  whatsapp: { webhookUrl: string; appSecret: string; phoneNumberId: string; displayPhoneNumber: string }
  sandbox: { graphUrl: string; accessToken: string; phoneUrl: string; mailUrl: string }
  notifications: {
    backendUrl: string
    apiUrl: string
    socketUrl: string
    applicationIdentifier: string
    apiKey: string
  }
}

/** The running demo, as it describes itself. */
export const demo = (): DemoInfo =>
  JSON.parse(readFileSync(join(process.env['E2E_DATA_DIR'] ?? '', 'demo.json'), 'utf8')) as DemoInfo

export const people = {
  ana: 'ana@demo.recado.test',
  bruno: 'bruno@demo.recado.test',
  sofia: 'sofia@demo.recado.test',
  admin: 'admin@demo.recado.test',
} as const

/** Chooses the language as the switcher does, before any page loads. */
export const speak = (context: BrowserContext, language: 'en' | 'pt') =>
  context.addInitScript((chosen) => localStorage.setItem('locale', chosen), language)

/** Chooses the company that a signed-in browser works in. */
export const enter = async ({ request }: BrowserContext, companyId = '') => {
  const { url } = demo()
  const { csrfToken } = (await (await request.get(`${url}/api/auth/csrf`)).json()) as { csrfToken: string }
  const answer = await request.post(`${url}/api/auth/session`, { data: { csrfToken, data: { companyId } } })
  expect(answer.status(), await answer.text()).toBe(200)
}

/** Signs a browser in by the same calls as the page makes. Demo people have languages of their own: this one counts. */
export const signIn = async (
  context: BrowserContext,
  email: string,
  language: 'en' | 'pt' = 'en',
  password?: string,
) => {
  await speak(context, language)
  const { url, accounts, companies } = demo()
  const known = accounts.find((account) => account.email === email)
  const { csrfToken } = (await (await context.request.get(`${url}/api/auth/csrf`)).json()) as { csrfToken: string }
  const answer = await context.request.post(`${url}/api/auth/callback/credentials`, {
    form: {
      csrfToken,
      email,
      password: password ?? known?.password ?? '',
      callbackUrl: `${url}/dashboard`,
      json: 'true',
    },
  })
  expect(answer.status(), await answer.text()).toBe(200)
  // People return to the company they used last; journeys begin in the first one.
  if (known?.role === 'customer') await enter(context, companies[0]?.id)
}
