import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { systemCtx } from '#server/context.ts'
import { companies } from '#server/db/schema/companies/companies.ts'
import { purgeCompany } from '#server/modules/companies/removal/purge.ts'
import { type Sender, startSender } from '#server/modules/whatsapp/sending/index.ts'
import { startProcessor } from '#server/modules/whatsapp/webhooks/index.ts'
import { type CampaignHome, campaignsOf } from '#server/test/campaign-runs.ts'
import { createUser, signIn } from '#server/test/factories.ts'
import { eventually, startWhatsappWorld, type WhatsappWorld } from '#server/test/whatsapp-world.ts'

let world: WhatsappWorld
let sender: Sender
let processor: ReturnType<typeof startProcessor>
let home: CampaignHome
let secret: string

const scopes = [
  ...['contacts:read', 'contacts:write', 'messages:send', 'messages:read', 'conversations:read', 'templates:read'],
  ...['campaigns:read', 'campaigns:write', 'campaigns:launch'],
]

beforeAll(async () => {
  world = await startWhatsappWorld()
  sender = startSender(world.deps, { sweepMs: 100, ownershipSeconds: 30, timeoutMs: 4000 })
  processor = startProcessor(world.deps)
})
beforeEach(async () => {
  home = await campaignsOf(world).home()
  const key = { name: 'Shop', mode: 'test', scopes, addresses: [], expiresInDays: null }
  const made = (await home.browser.post('/api/v1/api-keys', key)).json()
  expect(made).toMatchObject({ mode: 'test', prefix: expect.stringMatching(/^rk_test_/) })
  secret = made.secret
})
afterAll(async () => {
  await processor.stop()
  await sender.stop()
  await world.close()
})

const call = (method: 'GET' | 'POST', path: string, payload?: object) =>
  world.app.inject({
    ...{ method, url: `/api/v1/${path}`, headers: { authorization: `Bearer ${secret}` } },
    ...(payload ? { payload } : {}),
  })
const hello = { type: 'template', template: { name: 'news', language: 'pt_BR', values: { 'body.1': 'Lia' } } }
const sent = async (to: string, message: object = hello) => {
  const answer = await call('POST', 'messages', { ...message, to })
  expect(answer.statusCode, answer.body).toBe(201)
  return answer.json()
}
const fateOf = async (id: string, wanted: string) => {
  await eventually(async () => {
    await world.deps.jobs.drain(world.deps)
    return (await call('GET', `messages/${id}`)).json().message.status === wanted
  })
  return (await call('GET', `messages/${id}`)).json()
}
const ofCompany = async () => {
  const { rows } = await world.deps.database.pool.query(
    `select (select count(*)::int from contacts where company_id = $1) as contacts,
      (select count(*)::int from messages where company_id = $1) as messages,
      (select count(*)::int from consents where company_id = $1) as consents`,
    [home.company.id],
  )
  return rows[0]
}

test('a message of a test key is read and answered by no one, and the company has nothing of it', async () => {
  const before = await ofCompany()
  const message = await sent('+5581991234567')
  const { message: read, timeline } = await fateOf(message.id, 'read')
  expect(read).toMatchObject({ id: message.id, type: 'template', status: 'read' })
  expect(timeline.map(({ status }: { status: string }) => status)).toEqual(
    expect.arrayContaining(['sent', 'delivered', 'read']),
  )
  // The person has answered, so that a text may follow.
  const text = await sent('+5581991234567', { type: 'text', body: 'Tudo bem?' })
  await fateOf(text.id, 'read')
  const talk = (await call('GET', `conversations/${text.conversationId}/messages`)).json().data
  const said = talk.map(({ body }: { body: string | null }) => body)
  expect(said).toEqual(expect.arrayContaining(['Test reply to: news', 'Test reply to: Tudo bem?']))
  expect(await ofCompany()).toEqual(before)
  expect(await world.control.messages({ waId: '5581991234567' })).toEqual([])
  expect((await home.browser.get('/api/v1/messages')).json().data).toEqual([])
  expect((await call('GET', 'contacts')).json().data).toHaveLength(1)
})

test.each([
  ['+5581991230001', 'failed', 131026],
  ['+5581991230002', 'failed', 131049],
  ['+5581991230003', 'sent', null],
  ['+5581991230004', 'delivered', null],
])('what is sent to %s becomes %s', async (to, status, code) => {
  const { id } = await sent(to)
  const { entry } = await fateOf(id, status)
  expect(entry.error?.code ?? null).toBe(code)
})

test('whoever asks for no more marketing gets none, and a button is pressed', async () => {
  const refusing = await sent('+5581991230005')
  await fateOf(refusing.id, 'read')
  await eventually(async () => {
    await world.deps.jobs.drain(world.deps)
    return (await call('GET', 'contacts?marketing=denied')).json().data.length === 1
  })
  const opening = await sent('+5581991230006')
  await fateOf(opening.id, 'read')
  const buttons = [
    { id: 'yes', title: 'Sim' },
    { id: 'no', title: 'Não' },
  ]
  const interactive = { type: 'interactive', interactive: { kind: 'buttons', body: 'Confirma?', buttons } }
  const asked = await sent('+5581991230006', interactive)
  await fateOf(asked.id, 'read')
  const talk = (await call('GET', `conversations/${asked.conversationId}/messages`)).json().data
  expect(talk.map(({ body }: { body: string | null }) => body)).toContain('Sim')
})

test('templates and fields of contacts are those of the company; its people are not there', async () => {
  const names = (await call('GET', 'templates')).json().data.map(({ name }: { name: string }) => name)
  expect(names.toSorted()).toEqual(['news', 'offer'])
  const contact = (await home.browser.post('/api/v1/contacts', { name: 'Rui', phone: '+5581990000011' })).json().contact
  expect((await call('GET', `contacts/${contact.id}`)).statusCode).toBe(404)
  expect((await call('POST', 'messages', { ...hello, to: contact.id })).statusCode).toBe(404)
  expect(
    (await call('POST', 'messages', { ...hello, to: '+5581990000012', channelId: home.channel.id })).statusCode,
  ).toBe(404)
})

test('the sandbox stands in no list of the platform, and goes with its company', async () => {
  const admin = await createUser(world.deps, { role: 'admin' })
  const headers = await signIn(world.deps, admin.id)
  const { company } = home
  const { db, pool } = world.deps.database
  const sandbox = await pool.query('select id from companies where sandbox_of = $1', [company.id])
  const list = await world.app.inject({ url: '/api/v1/admin/companies?limit=100', headers })
  const ids = list.json().data.map(({ id }: { id: string }) => id)
  expect([ids.includes(company.id), ids.includes(sandbox.rows[0].id)]).toEqual([true, false])
  const numbers = await world.app.inject({ url: '/api/v1/operator/channels', headers })
  expect([numbers.statusCode, numbers.body.includes('555-010')]).toEqual([200, false])
  await db.update(companies).set({ deletedAt: new Date() }).where(eq(companies.id, company.id))
  await purgeCompany(systemCtx(world.deps, 'test'), company.id, new AbortController().signal)
  const { rows } = await pool.query('select deleted_at from companies where sandbox_of = $1', [company.id])
  expect(rows).toEqual([{ deleted_at: expect.any(Date) }])
})
