import type { Message } from '@recado/contracts/inbox/messages'
import { statusRank } from '@recado/contracts/inbox/messages'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { inTransaction, systemCtx } from '#server/context.ts'
import { messages } from '#server/db/schema/inbox/messages.ts'
import { outboundSends } from '#server/db/schema/whatsapp/sending.ts'
import { newId } from '#server/lib/ids.ts'
import { sweepParked } from '#server/modules/inbox/recording/actions/sweep-parked.ts'
import { moveNumber } from '#server/modules/whatsapp/channels/index.ts'
import { buildTestApp, type TestApp } from '#server/test/app.ts'
import { createChannel, createCompany, createSignedIn } from '#server/test/factories.ts'
import {
  deliver,
  envelope,
  inboundBody,
  type Line,
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
let line: Line
let place: { companyId: string; channelId: string; contactId: string; conversationId: string }

beforeAll(async () => {
  t = await buildTestApp()
  processor = startProcessor(t.deps)
})
afterAll(async () => {
  await processor.stop()
  await t.close()
})
beforeEach(async () => {
  const { company, headers: signedIn } = await createSignedIn(t.deps)
  headers = signedIn
  const { account, channel } = await createChannel(t.deps, company.id)
  line = { phoneNumberId: channel.phoneNumberId, wabaId: account.wabaId }
  await receive(inboundBody(line, { phone: somePhone() }, textContent('oi')))
  const [conversation] = (await t.app.inject({ url: '/api/v1/conversations', headers })).json().data
  place = {
    companyId: company.id,
    channelId: channel.id,
    contactId: conversation.contact.id,
    conversationId: conversation.id,
  }
})

const receive = async (...bodies: unknown[]) => {
  for (const body of bodies) expect((await deliver(t.app, t.deps, body)).statusCode).toBe(200)
  await whenProcessed(t.deps)
}
const at = Math.floor(Date.now() / 1000)
const iso = (seconds: number) => new Date(seconds * 1000).toISOString()

const sent = async (fields: { wamid?: string | null; status?: 'accepted' | 'unknown' | 'queued' } = {}) => {
  const id = newId()
  const status = fields.status ?? 'accepted'
  const wamid = fields.wamid === undefined ? someWamid() : fields.wamid
  await t.deps.database.db.insert(messages).values({
    ...place,
    id,
    direction: 'out',
    type: 'text',
    body: 'resposta',
    origin: 'agent',
    status,
    statusRank: statusRank[status],
    wamid,
    occurredAt: new Date(),
  })
  return { id, wamid: wamid ?? '' }
}
const read = async (id: string): Promise<Message> => {
  const url = `/api/v1/conversations/${place.conversationId}/messages/by-id?ids=${id}`
  return (await t.app.inject({ url, headers })).json().data[0]
}
const count = async (table: string, where: string, value: string) =>
  (await t.deps.database.pool.query(`select count(*)::int as n from ${table} where ${where} = $1`, [value])).rows[0].n

const status = (wamid: string, word: string, seconds: number, extra: Record<string, unknown> = {}) =>
  statusBody(line, wamid, word, seconds, extra)

describe('how far a message has come', () => {
  it.each([
    [['sent', 'delivered', 'read']],
    [['read', 'sent', 'delivered']],
    [['delivered', 'read', 'sent']],
    [['read', 'delivered', 'sent', 'sent']],
  ])('never goes back: %j', async (words) => {
    const { id, wamid } = await sent()
    const times: Record<string, number> = { sent: at, delivered: at + 1, read: at + 2 }
    await receive(...words.map((word) => status(wamid, word, times[word] ?? 0)))
    expect(await read(id)).toMatchObject({
      status: 'read',
      sentAt: iso(at),
      deliveredAt: iso(at + 1),
      readAt: iso(at + 2),
    })
    expect(await count('message_status_events', 'message_id', id)).toBe(3)
  })

  it('is the same when all statuses come in one body', async () => {
    const { id, wamid } = await sent()
    const statuses = ['played', 'sent', 'read', 'delivered'].map((word, i) => ({
      id: wamid,
      status: word,
      timestamp: String(at + i),
    }))
    await receive(envelope(line, { statuses }))
    expect(await read(id)).toMatchObject({ status: 'played', sentAt: iso(at + 1), playedAt: iso(at) })
  })

  it('takes a read message for a delivered one', async () => {
    const { id, wamid } = await sent()
    await receive(status(wamid, 'read', at))
    expect(await read(id)).toMatchObject({ status: 'read', deliveredAt: iso(at), readAt: iso(at) })
  })

  it('shows the reason of a failure, which a late "sent" does not undo and a delivery does', async () => {
    const { id, wamid } = await sent()
    const errors = [{ code: 131047, title: 'Re-engagement message', error_data: { details: 'More than 24 hours' } }]
    await receive(status(wamid, 'failed', at, { errors }), status(wamid, 'sent', at - 1))
    expect(await read(id)).toMatchObject({
      status: 'failed',
      failedAt: iso(at),
      error: { code: 131047, class: 'window', details: 'More than 24 hours' },
    })
    await receive(status(wamid, 'delivered', at + 5))
    expect(await read(id)).toMatchObject({ status: 'delivered', error: null, failedAt: iso(at) })
    expect(await count('message_status_events', 'message_id', id)).toBe(3)
  })

  it('keeps what the message cost', async () => {
    const { id, wamid } = await sent()
    const pricing = { billable: true, pricing_model: 'PMP', type: 'regular', category: 'utility' }
    await receive(status(wamid, 'sent', at, { pricing }), status(wamid, 'read', at + 1))
    const { rows } = await t.deps.database.pool.query(
      'select pricing_category, pricing_type from messages where id = $1',
      [id],
    )
    expect(rows).toEqual([{ pricing_category: 'utility', pricing_type: 'regular' }])
  })

  it('opens no window and counts nothing as unread', async () => {
    const before = (await t.app.inject({ url: `/api/v1/conversations/${place.conversationId}`, headers })).json()
    const { wamid } = await sent()
    await receive(status(wamid, 'delivered', at + 100))
    const after = (await t.app.inject({ url: `/api/v1/conversations/${place.conversationId}`, headers })).json()
    expect(after).toMatchObject({ unreadCount: before.unreadCount, windowExpiresAt: before.windowExpiresAt })
  })
})

describe('whose status it is', () => {
  it('is told by our own id when the answer to the send was lost, which settles the send', async () => {
    const { id } = await sent({ wamid: null, status: 'unknown' })
    await t.deps.database.db.insert(outboundSends).values({
      companyId: place.companyId,
      messageId: id,
      channelId: place.channelId,
      recipient: '5511987650001',
      state: 2,
    })
    const wamid = someWamid()
    await receive(status(wamid, 'sent', at, { biz_opaque_callback_data: id }), status(wamid, 'delivered', at + 1))
    expect(await read(id)).toMatchObject({ status: 'delivered', sentAt: iso(at) })
    expect(await count('outbound_sends', 'message_id', id)).toBe(0)
  })

  it('settles our message though another one has the id by which Meta knows it', async () => {
    const lost = { wamid: null, status: 'unknown' } as const
    const [late, first, second] = [await sent(lost), await sent(lost), await sent(lost)]
    const delivered = (id: string, wamid: string) => ({
      ...{ id: wamid, status: 'delivered', timestamp: String(at), biz_opaque_callback_data: id },
    })
    const [other, shared] = [await sent(), someWamid()]
    await receive(envelope(line, { statuses: [delivered(late.id, other.wamid)] }))
    await receive(envelope(line, { statuses: [delivered(first.id, shared), delivered(second.id, shared)] }))
    for (const { id } of [late, first, second]) expect(await read(id)).toMatchObject({ status: 'delivered' })
  })

  it('waits for its message, and applies when that comes', async () => {
    const phone = somePhone()
    const wamid = someWamid()
    await receive(status(wamid, 'read', at))
    const echo = { from: '558130304040', to: phone, id: wamid, timestamp: String(at - 5), ...textContent('do celular') }
    await receive(envelope(line, { message_echoes: [echo] }, 'smb_message_echoes'))
    const { rows } = await t.deps.database.pool.query('select status from messages where wamid = $1', [wamid])
    expect(rows).toEqual([{ status: 'read' }])
    expect(await count('parked_statuses', 'wamid', wamid)).toBe(0)
  })

  it('is found for all that a storm left waiting, however many, when they are swept', async () => {
    const { pool } = t.deps.database
    const [wamid, { id, wamid: own }] = [someWamid(), await sent()]
    await receive(status(wamid, 'delivered', at))
    await pool.query(
      `insert into parked_statuses select (jsonb_populate_record(x, jsonb_build_object('id', gen_random_uuid(), 'wamid',
        $2::text || n))).* from parked_statuses x, generate_series(1, 501) n where x.wamid = $1`,
      [wamid, own],
    )
    await pool.query(
      `insert into messages select (jsonb_populate_record(x, jsonb_build_object('id', gen_random_uuid(), 'wamid',
        $2::text || n))).* from messages x, generate_series(1, 501) n where x.id = $1`,
      [id, own],
    )
    await sweepParked(t.deps)
    const { rows } = await pool.query(
      'select status, count(*)::int as n from messages where wamid like $1 group by 1',
      [`${own}_%`],
    )
    expect(rows).toEqual([{ status: 'delivered', n: 501 }])
  })

  it('is not that of another company, whatever id it names', async () => {
    const { id } = await sent()
    const other = await createSignedIn(t.deps)
    const { account, channel } = await createChannel(t.deps, other.company.id)
    line = { phoneNumberId: channel.phoneNumberId, wabaId: account.wabaId }
    await receive(status(someWamid(), 'read', at, { biz_opaque_callback_data: id }))
    expect(await read(id)).toMatchObject({ status: 'accepted' })
  })

  it('is that of the company which sent the message, after its number was moved', async () => {
    const answered = await sent()
    const unanswered = await sent({ wamid: null, status: 'unknown' })
    const other = await createSignedIn(t.deps)
    const move = await inTransaction(systemCtx(t.deps, 'test'), (tx) =>
      moveNumber(tx, { companyId: place.companyId, id: place.channelId }, other.company.id),
    )
    if (move.obstacle !== null) throw new Error(move.obstacle)
    const phone = somePhone()
    const [mine, late] = [someWamid(), someWamid()]
    const statuses = [
      { id: answered.wamid, status: 'read', timestamp: String(at), recipient_id: phone },
      { id: late, status: 'delivered', timestamp: String(at), biz_opaque_callback_data: unanswered.id },
      { id: mine, status: 'sent', timestamp: String(at) },
    ]
    await receive(envelope(line, { statuses }))
    expect(await read(answered.id)).toMatchObject({ status: 'read', readAt: iso(at) })
    expect(await read(unanswered.id)).toMatchObject({ status: 'delivered' })
    expect(await count('parked_statuses', 'channel_id', move.arrivedId)).toBe(1)
    expect(await count('parked_statuses', 'wamid', mine)).toBe(1)
    const log = `/api/v1/channels/${move.arrivedId}/webhook-events`
    const [entry] = (await t.app.inject({ url: log, headers: other.headers })).json().data
    expect(entry).toMatchObject({ summary: 'sent' })
    const { body } = (await t.app.inject({ url: `${log}/${entry.id}`, headers: other.headers })).json()
    expect(body.entry[0].changes[0].value.statuses).toEqual([statuses[2]])
  })

  it('of a customer who takes a message back is that of the company which got it, after its number was moved', async () => {
    const [phone, wamid] = [somePhone(), someWamid()]
    await receive(inboundBody(line, { phone }, textContent('meu CPF'), { id: wamid }))
    const { rows } = await t.deps.database.pool.query('select event_id from webhook_event_refs where channel_id = $1', [
      place.channelId,
    ])
    const other = await createCompany(t.deps)
    await inTransaction(systemCtx(t.deps, 'test'), (tx) =>
      moveNumber(tx, { companyId: place.companyId, id: place.channelId }, other.id),
    )
    await receive(inboundBody(line, { phone }, { type: 'revoke', revoke: { original_message_id: wamid } }))
    expect(await count('messages', 'channel_id', place.channelId)).toBe(2)
    const taken = await t.deps.database.pool.query('select revoked_at from messages where wamid = $1', [wamid])
    expect(taken.rows).toEqual([{ revoked_at: expect.any(Date) }])
    const url = `/api/v1/channels/${place.channelId}/webhook-events/${rows[0].event_id}/replays`
    const replay = await t.app.inject({ method: 'POST', url, headers: { ...headers }, payload: {} })
    expect([replay.statusCode, replay.json().data]).toEqual([409, { reason: 'disconnected' }])
    expect(await count('messages', 'company_id', other.id)).toBe(0)
  })
})
