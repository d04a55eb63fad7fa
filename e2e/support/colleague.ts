import { type APIResponse, type Browser, type BrowserContext, expect } from '@playwright/test'
import { demo, enter, people, signIn } from './demo.ts'
import { mailsTo } from './sandbox.ts'

const password = 'four words make one'

const answered = async <T>(response: APIResponse): Promise<T> => {
  expect(response.ok(), `${response.url()}: ${await response.text()}`).toBe(true)
  return (await response.json()) as T
}

/** Ana, who administers both companies, in one of them. */
const adminIn = async (browser: Browser, companyId: string): Promise<BrowserContext> => {
  const context = await browser.newContext()
  await signIn(context, people.ana)
  await enter(context, companyId)
  return context
}

/** Invites an address and gives the token of the mail. */
const invite = async ({ request }: BrowserContext, companyId: string, email: string): Promise<string> => {
  const known = (await mailsTo(email)).map(({ text }) => text)
  const news = async () => (await mailsTo(email)).filter(({ text }) => !known.includes(text))
  await answered(await request.post(`/api/v1/companies/${companyId}/invitations`, { data: { emails: [email] } }))
  await expect.poll(async () => (await news()).length).toBe(1)
  return /\/invitations\/([\w-]+)/.exec((await news())[0]?.text ?? '')?.[1] ?? ''
}

type Run = { payload: object | null; jobs: { type: string; status: string }[] }
const undecided = ['pending', 'queued', 'running', 'delayed']

type Member = { id: string; userId: string; email: string }

const memberOf = async ({ request }: BrowserContext, companyId: string, email: string): Promise<Member> => {
  const { data } = await answered<{ data: Member[] }>(await request.get(`/api/v1/companies/${companyId}/members`))
  const found = data.find((member) => member.email === email)
  if (!found) throw new Error(`${email} is no member of the company`)
  return found
}

/** Someone new in both companies of the demo, signed in and in the first one, with an inbox that no one else fills. */
export const newColleague = async (browser: Browser, language: 'en' | 'pt' = 'en') => {
  const [first, second] = demo().companies
  if (!first || !second) throw new Error('The demo has no two companies')
  const [admin, adminOfSecond, platform, context] = [
    await adminIn(browser, first.id),
    await adminIn(browser, second.id),
    await browser.newContext(),
    await browser.newContext(),
  ]
  await signIn(platform, people.admin)
  const email = `davi-${Date.now()}-${Math.floor(Math.random() * 10_000)}@example.test`
  const invitationToken = await invite(admin, first.id, email)
  const data = { name: 'Davi Rocha', email, password, terms: true, locale: language, invitationToken }
  await answered(await context.request.post('/api/v1/auth/register', { data }))
  await signIn(context, email, language, password)
  const token = await invite(adminOfSecond, second.id, email)
  await answered(await context.request.post(`/api/v1/invitations/${token}/accept`, { data: {} }))
  await enter(context, first.id)
  const { userId } = await memberOf(admin, first.id, email)
  return {
    context,
    email,
    password,
    second,
    /** Ana gives them the conversation with a customer who wrote to the first company. */
    assign: async (customerName: string) => {
      const search = `view=all&search=${encodeURIComponent(customerName)}`
      const found = async () =>
        (await answered<{ data: { id: string }[] }>(await admin.request.get(`/api/v1/conversations?${search}`))).data
      await expect.poll(async () => (await found()).length).toBe(1)
      const id = (await found())[0]?.id ?? ''
      await answered(
        await admin.request.put(`/api/v1/conversations/${id}/assignment`, { data: { assigneeId: userId } }),
      )
      return id
    },
    /** Ana makes them an administrator of the second company. */
    promote: async () => {
      const { id } = await memberOf(adminOfSecond, second.id, email)
      const path = `/api/v1/companies/${second.id}/members/${id}`
      await answered(await adminOfSecond.request.patch(path, { data: { role: 'admin' } }))
    },
    /** Whether the notification about this customer's conversation has been processed, delivered or not. */
    isDecided: async (customerName: string) => {
      const runs = '/api/v1/admin/notifications/runs'
      const query = `subscriber=${encodeURIComponent(email)}&channel=in_app`
      const { data } = await answered<{ data: { id: string }[] }>(await platform.request.get(`${runs}?${query}`))
      for (const { id } of data) {
        const run = await answered<Run>(await platform.request.get(`${runs}/${id}`))
        if (!JSON.stringify(run.payload).includes(customerName)) continue
        return run.jobs.every(({ type, status }) => type !== 'in_app' || !undecided.includes(status))
      }
      return false
    },
    leave: async () => {
      for (const it of [admin, adminOfSecond, platform, context]) await it.close()
    },
  }
}
