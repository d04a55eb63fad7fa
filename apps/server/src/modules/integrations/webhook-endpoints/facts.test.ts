import { type WebhookEventName, webhookPayload } from '@recado/contracts/integrations/webhook-events'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { inTransaction, systemCtx } from '#server/context.ts'
import { messages } from '#server/db/schema/inbox/messages.ts'
import { emit } from '#server/events.ts'
import { newId } from '#server/lib/ids.ts'
import { type Processor, startProcessor } from '#server/modules/whatsapp/webhooks/processor.ts'
import { buildOwnApp, type TestApp } from '#server/test/app.ts'
import { createLabel } from '#server/test/company-settings.ts'
import { createChannel } from '#server/test/factories.ts'
import { connectSystem, tell as tellSystem, workOff } from '#server/test/inbound.ts'
import { createEndpointWorld, type EndpointWorld } from '#server/test/webhook-endpoints.ts'
import {
  deliver,
  inboundBody,
  type Line,
  somePhone,
  someWamid,
  statusBody,
  textContent,
  whenProcessed,
} from '#server/test/webhooks.ts'
import { eraseDeliveries } from './queries/erase.ts'

let t: TestApp
let processor: Processor
let world: EndpointWorld
let line: Line
let channelId: string

beforeAll(async () => {
  t = await buildOwnApp()
  processor = startProcessor(t.deps)
})
afterAll(async () => {
  await processor.stop()
  await t.close()
})
beforeEach(async () => {
  world = await createEndpointWorld(t)
  const { account, channel } = await createChannel(t.deps, world.company.id)
  channelId = channel.id
  line = { phoneNumberId: channel.phoneNumberId, wabaId: account.wabaId }
})

const url = 'https://erp.example.test/hook'

/** What an endpoint is to be told, in order, each as its contract says. */
const told = async (endpointId: string) => {
  const { rows } = await t.deps.database.pool.query(
    'select type, data, state, object_key, event_id from webhook_deliveries where endpoint_id = $1 order by seq',
    [endpointId],
  )
  for (const { type, data } of rows)
    webhookPayload(type as WebhookEventName).parse({ type, data, timestamp: new Date().toISOString() })
  return rows as { type: WebhookEventName; data: Record<string, unknown>; state: string; object_key: string | null }[]
}
const typesOf = async (endpointId: string) => (await told(endpointId)).map(({ type }) => type)

const receive = async (...bodies: unknown[]) => {
  for (const body of bodies) expect((await deliver(t.app, t.deps, body)).statusCode).toBe(200)
  await whenProcessed(t.deps)
}
const write = async (phone = somePhone(), text = 'oi') => {
  await receive(inboundBody(line, { phone }, textContent(text)))
  const [conversation] = (await world.get('/conversations')).data
  return { conversationId: conversation.id as string, contactId: conversation.contact.id as string, phone }
}
const post = async (path: string, body: object) => {
  const answer = await world.send('POST', path, body)
  expect(answer.status, JSON.stringify(answer.json)).toBeLessThan(300)
  return answer.json
}

describe('what happens in a company', () => {
  it('is told when someone writes: of the contact, the conversation and the message, without its text', async () => {
    const { id } = await world.add(url)
    const { conversationId, contactId } = await write(somePhone(), 'meu cartão é 4111')
    expect(await told(id)).toMatchObject([
      { type: 'contact.created', data: { contactId } },
      { type: 'conversation.created', data: { conversationId, contactId, channelId } },
      { type: 'message.received', data: { conversationId, contactId, channelId, type: 'text' } },
    ])
    expect(JSON.stringify(await told(id))).not.toContain('4111')
  })

  it('is told of each step of a message once, whatever the order in which they come, under one key', async () => {
    const place = await write()
    const { id } = await world.add(url)
    const wamid = someWamid()
    const messageId = newId()
    await t.deps.database.db.insert(messages).values({
      ...{ id: messageId, companyId: world.company.id, channelId, wamid, direction: 'out', type: 'text', body: 'Olá' },
      ...{ conversationId: place.conversationId, contactId: place.contactId, origin: 'api', status: 'accepted' },
      ...{ statusRank: 20, occurredAt: new Date() },
    })
    const now = Math.floor(Date.now() / 1000)
    await receive(statusBody(line, wamid, 'delivered', now))
    await receive(statusBody(line, wamid, 'sent', now - 1), statusBody(line, wamid, 'delivered', now))
    await receive(statusBody(line, wamid, 'read', now + 1))
    const steps = (await told(id)).filter(({ type }) => type.startsWith('message.'))
    expect(steps.map(({ type }) => type)).toEqual(['message.delivered', 'message.read'])
    expect(steps[0]).toMatchObject({ data: { messageId, origin: 'api', campaignId: null } })
    expect(new Set(steps.map(({ object_key }) => object_key))).toEqual(new Set([`message:${messageId}`]))
  })

  it('is told of what members do with conversations and contacts', async () => {
    const { conversationId, contactId } = await write()
    const { id } = await world.add(url)
    const place = { conversationId, contactId, channelId }
    const put = (part: string, body: object) => world.send('PUT', `/conversations/${conversationId}/${part}`, body)
    await put('assignment', { assigneeId: world.user.id })
    await put('status', { status: 'resolved', survey: false })
    await put('status', { status: 'open' })
    const { version } = await world.get(`/contacts/${contactId}`)
    await world.send('PATCH', `/contacts/${contactId}`, { version, name: 'Bia Souza' })
    await post(`/contacts/${contactId}/consents`, { state: 'granted', purpose: 'marketing', note: 'at the counter' })
    const { contact } = await post('/contacts', { name: 'Nova', phone: somePhone() })
    expect(await told(id)).toMatchObject([
      { type: 'conversation.assigned', data: { ...place, assigneeId: world.user.id, teamId: null } },
      { type: 'conversation.status_changed', data: { ...place, status: 'resolved' } },
      { type: 'conversation.resolved', data: place },
      { type: 'conversation.status_changed', data: { ...place, status: 'open' } },
      { type: 'contact.updated', data: { contactId, change: 'fields' } },
      { type: 'contact.consent_changed', data: { contactId, purpose: 'marketing', state: 'granted' } },
      { type: 'contact.created', data: { contactId: contact.id } },
    ])
  })

  it('is told of orders of connected systems once, also when what they told is worked off again', async () => {
    const { id } = await world.add(url, { events: ['order.paid'] })
    const system = await connectSystem(t.deps, world.company.id, 'generic')
    const body = {
      type: 'order.paid',
      customer: { name: 'Marina', phone: '(19) 99887-7665' },
      order: { id: 'A-1', number: 1, amount: 10, currency: 'BRL' },
    }
    await tellSystem(t.app, t.deps, system, body)
    await workOff(t.deps, world.company.id)
    await t.deps.database.pool.query(`update webhook_inbound_events set state = 'received' where integration_id = $1`, [
      system.id,
    ])
    await workOff(t.deps, world.company.id)
    expect(await told(id)).toMatchObject([{ type: 'order.paid', data: { orderId: 'A-1', source: 'generic' } }])
  })

  it('is not told when its transaction fails', async () => {
    const { id } = await world.add(url)
    const companyId = world.company.id
    const failing = inTransaction(systemCtx(t.deps, 'test'), async (tx) => {
      await emit(tx, 'contact.erased', { companyId, contactId: newId(), mode: 'delete' })
      throw new Error('no')
    })
    await expect(failing).rejects.toThrow('no')
    expect(await told(id)).toEqual([])
  })
})

describe('who is told', () => {
  it('are endpoints that want it, of that number and with that label, and of no other company', async () => {
    const label = await createLabel(t.deps, world.company.id, 'VIP')
    const other = await createChannel(t.deps, world.company.id)
    const stranger = await createEndpointWorld(t)
    const theirs = await stranger.add(url)
    const all = await world.add(url, { events: ['message.received'] })
    const elsewhere = await world.add(url, { filters: { channelIds: [other.channel.id], labelIds: [] } })
    const labeled = await world.add(url, {
      ...{ events: ['message.received'], filters: { channelIds: [channelId], labelIds: [label.id] } },
    })
    const place = await write()
    await t.deps.database.pool.query('update conversations set label_ids = $2 where id = $1', [
      place.conversationId,
      [label.id],
    ])
    await write(place.phone)
    expect(await typesOf(all.id)).toEqual(['message.received', 'message.received'])
    expect(await typesOf(labeled.id)).toEqual(['message.received'])
    expect(await typesOf(elsewhere.id)).toEqual(['contact.created'])
    expect(await typesOf(theirs.id)).toEqual([])
    expect((await stranger.send('GET', `/webhook-endpoints/${all.id}`)).status).toBe(404)
    const foreign = { url, events: ['message.received'], filters: { channelIds: [channelId], labelIds: [] } }
    expect((await stranger.send('POST', '/webhook-endpoints', foreign)).status).toBe(422)
  })

  it('waits for those that are paused, and comes again with what they ask to recover', async () => {
    const { id } = await world.add(url, { events: ['message.received'] })
    await world.change(id, { enabled: false })
    await write()
    expect(await told(id)).toMatchObject([{ state: 'held' }])
    expect((await world.read(id)).health).toMatchObject({ held: 1, backlog: 0 })
    const since = new Date(Date.now() - 60_000).toISOString()
    expect((await world.send('POST', `/webhook-endpoints/${id}/recoveries`, { since })).status).toBe(409)
    await world.change(id, { enabled: true })
    expect(await post(`/webhook-endpoints/${id}/recoveries`, { since })).toEqual({ count: 1 })
  })

  it('is no endpoint of a company that lost the feature, until it has it again', async () => {
    const { id } = await world.add(url, { events: ['message.received'] })
    const setBlocks = (blocks: string[]) =>
      t.deps.database.pool.query('update companies set access_blocks = $2 where id = $1', [world.company.id, blocks])
    await setBlocks(['whatsapp_chat'])
    t.deps.bus.publish('changes', {
      ...{ rooms: [], change: { event: 'company.access_changed', companyId: world.company.id } },
    })
    await receive(inboundBody(line, { phone: somePhone() }, textContent('oi')))
    expect(await told(id)).toMatchObject([{ state: 'held' }])
    await setBlocks(['integrations', 'whatsapp_chat'])
  })
})

describe('a person who is erased', () => {
  it('is told of no more but that they were erased, and is named in no log', async () => {
    const { id } = await world.add(url)
    const { contactId } = await write()
    const companyId = world.company.id
    const { pool } = t.deps.database
    await pool.query(
      `update webhook_deliveries set state = 'delivered', attempts = '[{"at":"2026-01-01T00:00:00.000Z","status":200,"error":null,"durationMs":3,"headers":{},"body":"Bia"}]'
        where endpoint_id = $1 and type = 'message.received'`,
      [id],
    )
    const ctx = systemCtx(t.deps, 'test')
    await emit(ctx, 'contact.erased', { companyId, contactId, mode: 'anonymise' })
    const subject = { companyId, mode: 'anonymise' as const, contactIds: [contactId], phones: [], bsuids: [] }
    const run = () => eraseDeliveries(ctx, { ...subject, emails: [], names: [] }, new AbortController().signal)
    expect(await run()).toEqual({ unsentWebhooks: 2, webhookLogs: 1 })
    expect(await run()).toEqual({ unsentWebhooks: 0, webhookLogs: 0 })
    expect(await told(id)).toMatchObject([
      { type: 'message.received', state: 'delivered' },
      { type: 'contact.erased', state: 'waiting', data: { contactId } },
    ])
    const { rows } = await pool.query(
      'select 1 from webhook_deliveries where endpoint_id = $1 and attempts::text like $2',
      [id, '%Bia%'],
    )
    expect(rows).toEqual([])
  })
})
