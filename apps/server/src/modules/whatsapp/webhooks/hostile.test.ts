import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { channels, waAccounts } from '#server/db/schema/whatsapp/channels.ts'
import { prepareProductNotifications } from '#server/modules/product-notifications/index.ts'
import { buildOwnApp, type TestApp } from '#server/test/app.ts'
import { createChannel, createSignedIn } from '#server/test/factories.ts'
import {
  deliver,
  envelope,
  inboundBody,
  type Line,
  signed,
  somePhone,
  someWamid,
  statusBody,
  textContent,
  whenProcessed,
} from '#server/test/webhooks.ts'
import { type Processor, startProcessor } from './processor.ts'

let t: TestApp
let processor: Processor
let headers: { cookie: string }
let accountId: string
let channelId: string
let line: Line

beforeAll(async () => {
  t = await buildOwnApp()
  await prepareProductNotifications(t.deps)
  processor = startProcessor(t.deps)
})
afterAll(async () => {
  await processor.stop()
  await t.close()
})
beforeEach(async () => {
  const signedIn = await createSignedIn(t.deps)
  headers = signedIn.headers
  const { account, channel } = await createChannel(t.deps, signedIn.company.id)
  accountId = account.id
  channelId = channel.id
  line = { phoneNumberId: channel.phoneNumberId, wabaId: account.wabaId }
})

const list = async () => (await t.app.inject({ url: '/api/v1/conversations', headers })).json().data
const states = async () =>
  (await t.deps.database.pool.query('select state, error from webhook_events order by id')).rows as {
    state: number
    error: string | null
  }[]
const nul = '\u0000'
const from = (fields: { name?: string; username?: string; bsuid?: string } = {}) => ({ phone: somePhone(), ...fields })
const template = (name: string) => ({
  event: 'APPROVED',
  message_template_name: name,
  message_template_language: 'pt_BR',
})

describe('characters and numbers that a database does not take', () => {
  const messages: Record<string, () => unknown> = {
    'a NUL in the text': () => inboundBody(line, from(), textContent(`a${nul}b`)),
    'a NUL in the name': () => inboundBody(line, from({ name: `A${nul}na` }), textContent('x')),
    'a NUL in the username': () => inboundBody(line, from({ username: `a${nul}na` }), textContent('x')),
    'a NUL in the business-scoped id': () => inboundBody(line, from({ bsuid: `BR.1${nul}2` }), textContent('x')),
    "a NUL in the message's id": () => inboundBody(line, from(), textContent('x'), { id: `${someWamid()}${nul}` }),
    'halves of surrogate pairs': () => inboundBody(line, from({ name: 'A\ud800na' }), textContent('x\ud83d')),
    'a name of 5,000 and a text of 70,000 characters': () =>
      inboundBody(line, from({ name: 'á'.repeat(5000) }), textContent('x'.repeat(70_000))),
    'an instant before all time': () => inboundBody(line, from(), textContent('x'), { at: -99_999_999_999 }),
    'an instant after all time': () => inboundBody(line, from(), textContent('x'), { at: 8.64e12 }),
    'an instant that is no number': () => inboundBody(line, from(), textContent('x'), { at: Number.NaN }),
  }

  it.each([-99_999_999_999, 8.64e12, 4e9])('do not lose what someone chose at %d', async (timestamp) => {
    const phone = somePhone()
    await deliver(t.app, t.deps, inboundBody(line, { phone }, textContent('oi')))
    const choice = { wa_id: phone, category: 'marketing_messages', value: 'stop', timestamp }
    const said = { contacts: [{ profile: { name: 'Ana' }, wa_id: phone }], user_preferences: [choice] }
    await deliver(t.app, t.deps, envelope(line, said, 'user_preferences'))
    await whenProcessed(t.deps)
    await t.deps.jobs.drain(t.deps)
    const { rows } = await t.deps.database.pool.query(
      `select s.state from contacts c join consents s on s.contact_id = c.id where c.phone = $1 and s.at <= now()`,
      [phone],
    )
    expect(rows).toEqual([{ state: 'denied' }])
  })

  it.each(Object.keys(messages))('do not lose a message: %s', async (name) => {
    await deliver(t.app, t.deps, messages[name]?.())
    await whenProcessed(t.deps)
    expect(await list()).toHaveLength(1)
  })

  it('keep as much of a name and of a text as WhatsApp lets anybody type, and all of it in the webhook', async () => {
    const body = inboundBody(line, from({ name: '😀'.repeat(5000) }), textContent('😀'.repeat(40_000)))
    await deliver(t.app, t.deps, body)
    await whenProcessed(t.deps)
    const [{ id, contact }] = await list()
    expect([contact.displayName.length, contact.displayName.at(-1)]).toEqual([255, '…'])
    const { data } = (await t.app.inject({ url: `/api/v1/conversations/${id}/messages`, headers })).json()
    expect([data[0].body.length, data[0].body.isWellFormed()]).toEqual([65_535, true])
    const { rows } = await t.deps.database.pool.query<{ body: Buffer }>(
      'select body from webhook_events order by received_at desc limit 1',
    )
    expect(rows[0]?.body.toString()).toBe(JSON.stringify(body))
  })

  const others: Record<string, () => unknown> = {
    'a NUL in the number': () => envelope({ ...line, phoneNumberId: `1${nul}2` }, { messages: [] }),
    'a NUL in the account': () =>
      envelope({ ...line, wabaId: `1${nul}2` }, template('x'), 'message_template_status_update'),
    "a NUL in a template's name": () => envelope(line, template(`x${nul}y`), 'message_template_status_update'),
    "a NUL in an account's event": () => envelope(line, { event: `A${nul}B` }, 'account_update'),
    'a NUL in the field': () => envelope(line, { a: 1 }, `x${nul}y`),
    "a NUL in a status's message id": () => statusBody(line, `${nul}z`, 'sent', 1_750_000_000),
    'an error code of 10^15': () =>
      statusBody(line, someWamid(), 'failed', 1_750_000_000, { errors: [{ code: 1e15, title: 'x' }] }),
  }

  it.each(Object.keys(others))('hold up no one: %s', async (name) => {
    await deliver(t.app, t.deps, others[name]?.())
    await deliver(t.app, t.deps, inboundBody(line, from(), textContent('after')))
    await whenProcessed(t.deps)
    expect((await states()).filter(({ state }) => state === 2)).toEqual([])
    expect(await list()).toHaveLength(1)
  })
})

describe("a company's own app", () => {
  const speak = async (body: unknown) => {
    const values = { appSecret: t.deps.sealer.seal('secret of the own app') }
    await t.deps.database.db.update(waAccounts).set(values).where(eq(waAccounts.id, accountId))
    const payload = Buffer.from(JSON.stringify(body))
    const headersOfApp = { 'x-hub-signature-256': signed('secret of the own app', payload) }
    const url = `/webhooks/whatsapp/${accountId}`
    const answer = await t.app.inject({ method: 'POST', url, headers: headersOfApp, payload })
    expect(answer.statusCode).toBe(200)
    await whenProcessed(t.deps)
  }
  const statusOf = async (id: string) =>
    (await t.deps.database.db.select().from(channels).where(eq(channels.id, id)))[0]?.status
  const deleted = (of: Line) => envelope(of, { event: 'ACCOUNT_DELETED' }, 'account_update')

  it("cannot stop another company's number by naming it in an event of its own account", async () => {
    const other = await createSignedIn(t.deps)
    const { channel } = await createChannel(t.deps, other.company.id)
    await speak(deleted({ wabaId: line.wabaId, phoneNumberId: channel.phoneNumberId }))
    expect(await statusOf(channel.id)).toBe('connected')
  })

  it('is heard about itself only when two companies have connected one account', async () => {
    const other = await createSignedIn(t.deps)
    const { channel } = await createChannel(t.deps, other.company.id, { wabaId: line.wabaId })
    const { entry } = deleted(line)
    const value = { event: 'ACCOUNT_DELETED' }
    await speak({ entry: [{ id: entry[0]?.id, changes: [{ field: 'account_update', value }] }] })
    expect(await statusOf(channel.id)).toBe('connected')
    expect(await statusOf(channelId)).toBe('banned')
  })
})
