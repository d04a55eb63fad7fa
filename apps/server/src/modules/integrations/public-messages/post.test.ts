import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Sender, startSender } from '#server/modules/whatsapp/sending/index.ts'
import { type CampaignHome, campaignsOf } from '#server/test/campaign-runs.ts'
import {
  createConversation,
  eventually,
  findMessage,
  startWhatsappWorld,
  type WhatsappWorld,
} from '#server/test/whatsapp-world.ts'

let world: WhatsappWorld
let sender: Sender
let home: CampaignHome
let secret: string
let last = 0

beforeAll(async () => {
  world = await startWhatsappWorld()
  sender = startSender(world.deps, { sweepMs: 100, ownershipSeconds: 30, timeoutMs: 4000 })
})
beforeEach(async () => {
  home = await campaignsOf(world).home()
  const { browser } = home
  const key = { name: 'Shop', scopes: ['messages:send', 'messages:read'], addresses: [], expiresInDays: null }
  secret = (await browser.post('/api/v1/api-keys', key)).json().secret
})
afterAll(async () => {
  await sender.stop()
  await world.close()
})

const call = (method: 'GET' | 'POST', path: string, payload?: object, key?: string) =>
  world.app.inject({
    ...{ method, url: `/api/v1/${path}` },
    headers: { authorization: `Bearer ${secret}`, ...(key ? { 'idempotency-key': key } : {}) },
    ...(payload ? { payload } : {}),
  })
const send = (payload: object, key?: string) => call('POST', 'messages', payload, key)
const newPhone = () => `+35191${2000000 + last++}`
const sentTo = async (phone: string) =>
  (await world.control.messages({ waId: phone.replace(/\D/g, ''), phoneNumberId: home.channel.phoneNumberId })).filter(
    ({ direction }) => direction === 'out',
  )
const known = async () => {
  const { rows } = await world.deps.database.pool.query<{ contacts: number; conversations: number }>(
    `select (select count(*)::int from contacts where company_id = $1) as contacts,
      (select count(*)::int from conversations where company_id = $1) as conversations`,
    [home.company.id],
  )
  return rows[0]
}

const hello = { type: 'template', template: { name: 'news', language: 'pt_BR', values: { 'body.1': 'Lia' } } }
const text = { type: 'text', body: 'Your order is on its way' }

test('a template goes to a number that no one knew, once for each idempotency key, and its fate can be read', async () => {
  const to = newPhone()
  const first = await send({ ...hello, to, name: 'Lia Prado' }, 'order-1')
  expect(first.statusCode, first.body).toBe(201)
  const again = await send({ ...hello, to, name: 'Lia Prado' }, 'order-1')
  expect([again.statusCode, again.json().id, again.headers['idempotency-replay']]).toEqual([
    ...[201, first.json().id, 'true'],
  ])
  const other = await send({ ...hello, to: newPhone() }, 'order-1')
  expect([other.statusCode, other.json().code]).toEqual([409, 'idempotency_mismatch'])
  await eventually(async () => (await findMessage(world.deps, home.company.id, first.json().id))?.status === 'accepted')
  expect(await sentTo(to)).toHaveLength(1)
  expect(first.json()).toMatchObject({ origin: 'api', status: 'queued' })
  const read = (await call('GET', `messages/${first.json().id}`)).json()
  expect(read.message).toMatchObject({ id: first.json().id, status: 'accepted' })
  expect(read.entry.contact.displayName).toBe('Lia Prado')
})

test('a call whose answer was lost with its process is the same message when it is repeated', async () => {
  const to = newPhone()
  const first = await send({ ...hello, to }, 'order-2')
  await world.deps.database.pool.query(`delete from idempotency_keys where key = 'order-2'`)
  const again = await send({ ...hello, to }, 'order-2')
  expect([again.statusCode, again.headers['idempotency-replay']]).toEqual([201, undefined])
  expect(again.json().id).toBe(first.json().id)
})

test('a text outside of the window is refused with templates to send instead, and leaves nothing behind', async () => {
  const before = await known()
  const refused = await send({ ...text, to: newPhone() }, 'order-3')
  expect([refused.statusCode, refused.json().code]).toEqual([422, 'window_closed'])
  expect(refused.json().data.templates).toContainEqual({ name: 'news', language: 'pt_BR' })
  expect((await send({ ...text, to: newPhone() })).json().code).toBe('window_closed')
  expect(await known()).toEqual(before)
})

test('the fallback template goes outside of the window, the text within it', async () => {
  const outside = await send({ ...text, to: newPhone(), fallbackTemplate: hello.template })
  expect([outside.statusCode, outside.json().type]).toEqual([201, 'template'])
  const { contactId } = await createConversation(world.deps, home.channel, {})
  const within = await send({ ...text, to: contactId, fallbackTemplate: hello.template })
  expect([within.statusCode, within.json().type], within.body).toEqual([201, 'text'])
})

test('of a batch each message is taken or refused by itself, and a repetition sends nothing twice', async () => {
  const [one, two] = [newPhone(), newPhone()]
  const messages = [
    { ...hello, to: one },
    { ...text, to: newPhone() },
    { ...hello, to: '12' },
    { ...hello, to: two },
  ]
  const short = await call('POST', 'messages/batch', { messages }, 'batch-1')
  expect([short.statusCode, short.json().errors[0].path]).toEqual([422, 'messages.2.to'])
  messages[2] = { ...hello, to: 'not a phone number' }
  const answer = await call('POST', 'messages/batch', { messages }, 'batch-2')
  expect(answer.statusCode, answer.body).toBe(200)
  const { data } = answer.json()
  expect(data.map((one: { error: { code: string } | null }) => one.error?.code ?? null)).toEqual([
    ...[null, 'window_closed', 'validation_failed', null],
  ])
  expect(data[2].error.errors[0].path).toBe('to')
  await world.deps.database.pool.query(`delete from idempotency_keys where key = 'batch-2'`)
  const again = await call('POST', 'messages/batch', { messages }, 'batch-2')
  expect(again.json().data[3].message.id).toBe(data[3].message.id)
  await eventually(async () => (await sentTo(two)).length > 0)
  expect(await sentTo(one)).toHaveLength(1)
  expect(await sentTo(two)).toHaveLength(1)
})

test('contacts and numbers of other companies, and ids that WhatsApp never told, are not there', async () => {
  const elsewhere = await world.company()
  const { contactId } = await createConversation(world.deps, elsewhere.channel, {})
  for (const part of [
    { to: contactId },
    { to: newPhone(), channelId: elsewhere.channel.id },
    { to: 'BR.1234567890' },
  ]) {
    const answer = await send({ ...hello, ...part })
    expect([answer.statusCode, answer.json().code]).toEqual([404, 'not_found'])
  }
  await world.deps.database.pool.query('update channels set disconnected_at = now() where id = $1', [home.channel.id])
  const none = await send({ ...hello, to: newPhone() })
  expect([none.statusCode, none.json().errors?.[0]?.path]).toEqual([422, 'channelId'])
})
