import { createHmac } from 'node:crypto'
import { billingDefaults } from '@recado/contracts/shared/settings'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { settings } from '#server/db/schema/shared/settings.ts'
import { inboxIdentity } from '#server/modules/shared/inbox-identity/index.ts'
import { ensurePlatformEnvironment } from '#server/notifications/index.ts'
import { buildOwnApp, type TestApp, testConfig } from '#server/test/app.ts'

let server: TestApp
beforeAll(async () => {
  server = await buildOwnApp({ TAG_MANAGER_ID: 'GTM-TEST' })
})
afterAll(() => server.close())

const readAll = async (host = 'localhost') =>
  (await server.app.inject({ url: '/api/v1/settings/general', headers: { host } })).json()
const read = async (host?: string) => {
  const { notifications: _, ...settings } = await readAll(host)
  return settings
}

const defaults = {
  domain: 'localhost',
  id: 1,
  name: 'Recado',
  logo: '',
  favicon: '',
  ...billingDefaults,
}

test('general settings have exactly the fields and defaults of the specification, for anybody', async () => {
  expect(await read()).toEqual(defaults)
})

test('they say where inboxes come from, on the host that was asked', async () => {
  const { notifications } = await readAll('shop.example:8080')
  expect(notifications).toEqual({
    apiUrl: 'http://shop.example:8080',
    socketUrl: 'http://shop.example:8080',
    applicationIdentifier: (await ensurePlatformEnvironment(server.deps)).identifier,
  })
})

test('inboxes can be those of another server, when all that it takes is set', async () => {
  const elsewhere = {
    INBOX_BACKEND_URL: 'https://notify.example/',
    INBOX_SOCKET_URL: 'https://ws.notify.example',
    INBOX_APPLICATION_ID: 'app-1',
    INBOX_API_KEY: 'key',
  }
  const other = await buildOwnApp(elsewhere)
  try {
    const answer = await other.app.inject({ url: '/api/v1/settings/general' })
    expect(answer.json().notifications).toEqual({
      apiUrl: 'https://notify.example/',
      socketUrl: 'https://ws.notify.example',
      applicationIdentifier: 'app-1',
    })
    const page = await other.app.inject('/signin')
    const policy = String(page.headers['content-security-policy'])
    const sources = /connect-src ([^;]*)/.exec(policy)?.[1]?.split(' ') ?? []
    const wanted = ["'self'", 'ws://localhost:5000', 'https://notify.example', 'wss://ws.notify.example']
    expect(sources).toEqual(expect.arrayContaining(wanted))
    expect(sources.filter((source) => source === 'ws:' || source === 'wss:')).toEqual([])
    expect(sources.filter((source) => source.includes('['))).toEqual([])
    expect(page.headers['permissions-policy']).toContain('camera=()')
    expect(inboxIdentity(other.deps, 'ana', 'any session')).toEqual({
      subscriberId: 'ana',
      subscriberHash: createHmac('sha256', 'key').update('ana').digest('hex'),
    })
  } finally {
    await other.close()
  }
  const { INBOX_API_KEY: _, ...partly } = elsewhere
  expect(() => testConfig(partly)).toThrow(/INBOX_API_KEY: required/)
})

test('stored settings answer, those of the host first; empty billing values become the defaults', async () => {
  const { db } = server.deps.database
  await db
    .insert(settings)
    .values({ host: '*', domain: 'shop.example', name: 'Loja', billing: { city: 'Recife', zip: '' } })
  await db
    .insert(settings)
    .values({ host: 'partner.example', name: 'Partner', logo: '/logo.svg', billing: { country: 'Portugal' } })
  const any = await read()
  expect(any).toEqual({
    ...defaults,
    id: expect.any(Number),
    domain: 'shop.example',
    name: 'Loja',
    billing_city: 'Recife',
  })
  expect(await read('partner.example')).toMatchObject({
    domain: 'partner.example',
    name: 'Partner',
    logo: '/logo.svg',
    billing_country: 'Portugal',
  })
  await db.delete(settings).where(sql`true`)
})

test('the application says its version and, outside of the demo, no way in', async () => {
  const answer = await server.app.inject('/api/v1/app')
  expect(answer.json()).toEqual({
    version: '6.5.0',
    mode: 'test',
    demo: null,
    tagManagerId: 'GTM-TEST',
    chatbotUrl: null,
    tutorial: { en: '', pt: '' },
    maintenance: null,
  })
})
