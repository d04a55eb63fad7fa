import type { ConversationSummary } from '@recado/contracts/inbox/conversations'
import type { Message } from '@recado/contracts/inbox/messages'
import type { ChangeEvent } from '@recado/contracts/realtime'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { prepareProductNotifications } from '#server/modules/product-notifications/index.ts'
import { type Processor, startProcessor } from '#server/modules/whatsapp/webhooks/index.ts'
import { buildTestApp, type TestApp } from '#server/test/app.ts'
import { createChannel, createSignedIn } from '#server/test/factories.ts'
import {
  deliver,
  envelope,
  inboundBody,
  type Line,
  someWamid,
  statusBody,
  textContent,
  whenProcessed,
} from '#server/test/webhooks.ts'

// Key sequences of the product (product §21) that begin with what a customer or the owner's phone sends.

let t: TestApp
let processor: Processor
let admin: Awaited<ReturnType<typeof createSignedIn>>
let line: Line

beforeAll(async () => {
  t = await buildTestApp()
  await prepareProductNotifications(t.deps)
  processor = startProcessor(t.deps)
})
afterAll(async () => {
  await processor.stop()
  await t.close()
})
beforeEach(async () => {
  admin = await createSignedIn(t.deps)
  const { account, channel } = await createChannel(t.deps, admin.company.id)
  line = { phoneNumberId: channel.phoneNumberId, wabaId: account.wabaId }
})

const call = (method: 'GET' | 'PUT', path: string, payload?: object) =>
  t.app.inject({ method, url: `/api/v1/conversations${path}`, headers: admin.headers, ...(payload && { payload }) })
const list = async (): Promise<ConversationSummary[]> => (await call('GET', '?status=all')).json().data
const timeline = async (id: string): Promise<Message[]> => (await call('GET', `/${id}/messages`)).json().data

const receive = async (body: unknown) => {
  const answer = await deliver(t.app, t.deps, body)
  expect(answer.statusCode).toBe(200)
  await whenProcessed(t.deps)
}

/** What people were told of the company so far. */
const notices = async (): Promise<string[]> => {
  const { rows } = await t.deps.database.pool.query<{ identifier: string }>(
    `select w.identifier from notification_events e join notification_workflows w on w.id = e.workflow_id
      where e.payload->'company'->>'id' = $1 order by e.created_at, e.id`,
    [admin.company.id],
  )
  return rows.map((row) => row.identifier)
}

const seconds = () => Math.floor(Date.now() / 1000)
/** One person, who is known by their id in the portfolio, and whose phone is written without its ninth digit once. */
const person = { phone: '5511987650009', bsuid: 'BR.1234567890', name: 'Ana' }

test('inbound message', async () => {
  const changes: ChangeEvent[] = []
  const stop = t.deps.bus.subscribe('changes', ({ change }) => changes.push(change))
  const id = someWamid()
  const at = seconds()
  const body = inboundBody(line, person, textContent('oi'), { id, at })
  await Promise.all([receive(body), receive(body)])
  await receive(body)
  const [conversation, ...others] = await list()
  expect(others).toEqual([])
  expect(conversation).toMatchObject({ status: 'open', unreadCount: 1, lastPreview: 'oi' })
  expect(conversation?.windowExpiresAt).toBe(new Date((at + 86_400) * 1000).toISOString())
  expect(changes.filter(({ event }) => event === 'message.created')).toHaveLength(1)
  expect(await notices()).toEqual(['conversation.new_unassigned'])

  await call('PUT', `/${conversation?.id}/assignment`, { assigneeId: admin.user.id })
  await call('PUT', `/${conversation?.id}/status`, { status: 'resolved' })
  // By the id of the portfolio alone, and then by the phone in its old form: the same person, the same conversation.
  await receive(inboundBody(line, { bsuid: person.bsuid }, textContent('voltei')))
  await receive(inboundBody(line, { phone: '551187650009' }, textContent('de novo')))
  stop()
  const [again, ...more] = await list()
  expect([again?.id, again?.status, again?.unreadCount, more]).toEqual([conversation?.id, 'open', 2, []])
  expect((await timeline(again?.id ?? '')).map((m) => m.body ?? m.payload['kind'])).toEqual([
    'oi',
    'assigned',
    'resolved',
    'reopened_by_contact',
    'voltei',
    'de novo',
  ])
  expect((await notices()).slice(1)).toContain('message.received')
})

test('coexistence echo', async () => {
  const phone = person.phone
  await receive(inboundBody(line, person, textContent('oi')))
  const [before] = await list()
  await call('PUT', `/${before?.id}/read`, {})
  await call('PUT', `/${before?.id}/snooze`, { until: null })
  const told = await notices()
  const wamid = someWamid()
  const echo = {
    from: '558130304040',
    to: phone,
    id: wamid,
    timestamp: String(seconds()),
    ...textContent('do celular'),
  }
  const body = envelope(line, { message_echoes: [echo] }, 'smb_message_echoes')
  await receive(body)
  await receive(body)
  const [after, ...others] = await list()
  expect(others).toEqual([])
  expect(after).toMatchObject({
    id: before?.id,
    status: 'snoozed',
    unreadCount: 0,
    waitingSince: null,
    lastDirection: 'out',
    windowExpiresAt: before?.windowExpiresAt,
  })
  const last = (await timeline(after?.id ?? '')).at(-1)
  expect(last).toMatchObject({ direction: 'out', origin: 'phone_app', body: 'do celular', author: null })
  expect(await notices()).toEqual(told)
  const priced = await t.deps.database.pool.query('select pricing_category from messages where wamid = $1', [wamid])
  expect(priced.rows).toEqual([{ pricing_category: null }])
})

test('a customer who came from an ad is free of charge for as long as Meta says', async () => {
  const referral = { source_type: 'ad', source_id: '120', headline: 'Promoção', source_url: 'https://fb.me/x' }
  await receive(inboundBody(line, person, { ...textContent('vi o anúncio'), referral }))
  const [conversation] = await list()
  const [message] = await timeline(conversation?.id ?? '')
  expect(message?.payload['referral']).toMatchObject({ headline: 'Promoção' })
  const wamid = someWamid()
  const echo = { from: '558130304040', to: person.phone, id: wamid, timestamp: String(seconds()), ...textContent('oi') }
  const end = seconds() + 3 * 86_400
  const status = (ends: number) =>
    statusBody(line, wamid, 'sent', seconds(), {
      conversation: { id: 'c1', expiration_timestamp: String(ends), origin: { type: 'referral_conversion' } },
      pricing: { pricing_model: 'PMP', type: 'free_entry_point', category: 'referral_conversion' },
    })
  // The status may come before the message that it is about.
  await receive(status(end))
  await receive(envelope(line, { message_echoes: [echo] }, 'smb_message_echoes'))
  await receive(status(end - 60))
  const [after] = await list()
  expect(after?.freeEntryExpiresAt).toBe(new Date(end * 1000).toISOString())
})
