import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { CanonicalEvent } from '@recado/contracts/integrations/canonical-events'
import { webhookSourceKeys } from '@recado/contracts/integrations/webhook-source-kinds'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { systemCtx } from '#server/context.ts'
import { templates } from '#server/db/schema/whatsapp/templates.ts'
import { newId } from '#server/lib/ids.ts'
import { findSource } from '#server/modules/integrations/webhook-sources/index.ts'
import { buildTestApp, type TestApp } from '#server/test/app.ts'
import { createChannel, createSignedIn } from '#server/test/factories.ts'
import { type Connected, connectSystem, tell, workOff } from '#server/test/inbound.ts'
import { noteSilence } from './notices.ts'
import { eraseInbound } from './queries/erase.ts'

let t: TestApp
let clock: () => Date
let handlers: TestApp['deps']['handlers']
let companyId: string
let headers: { cookie: string }
let channelId: string

beforeAll(async () => {
  t = await buildTestApp()
  clock = t.deps.now
  handlers = t.deps.handlers
})
afterAll(() => t.close())
afterEach(() => void Object.assign(t.deps, { now: clock, handlers }))
beforeEach(async () => {
  const signedIn = await createSignedIn(t.deps)
  companyId = signedIn.company.id
  headers = signedIn.headers
  const { account, channel } = await createChannel(t.deps, companyId)
  channelId = channel.id
  await t.deps.database.db.insert(templates).values({
    ...{ id: newId(), companyId, waAccountId: account.id, name: 'order_paid', language: 'pt_BR' },
    ...{ category: 'UTILITY', status: 'APPROVED' },
    components: [
      {
        type: 'BODY',
        text: 'Olá, {{1}}! Recebemos o pagamento do pedido {{2}}.',
        example: { body_text: [['Ana', '1']] },
      },
    ],
  })
})

type Options = Parameters<typeof connectSystem>[3]
const connect = (source: Connected['source'], options?: Options) => connectSystem(t.deps, companyId, source, options)

const query = async (sql: string, ...values: unknown[]) => (await t.deps.database.pool.query(sql, values)).rows
const eventsOf = ({ id }: Connected) =>
  query('select * from webhook_inbound_events where integration_id = $1 order by id', id)
const get = async (url: string) => (await t.app.inject({ url, headers })).json()
const contacts = async () => (await get('/api/v1/contacts?limit=100')).data
const messages = () =>
  query(
    `select body, status, contact_id from messages where company_id = $1 and type = 'template' order by id`,
    companyId,
  )

const sendTemplate = (on: CanonicalEvent[] = ['order.paid']) => ({
  ...{ id: newId(), type: 'template', channelId, on },
  template: {
    name: 'order_paid',
    language: 'pt_BR',
    values: { 'body.1': '{{first_name}}', 'body.2': '{{order_number}}, de {{amount}}' },
  },
})

const paid = (order: number, more: Record<string, unknown> = {}) => ({
  type: 'order.paid',
  customer: { name: 'Marina Teixeira', email: 'marina@example.com', phone: '(19) 99887-7665' },
  order: { id: `A-${order}`, number: order, amount: 89.9, currency: 'BRL' },
  ...more,
})

/** Tells, and waits until it is worked off. */
const told = async (system: Connected, body: unknown, options: Parameters<typeof tell>[4] = {}) => {
  expect((await tell(t.app, t.deps, system, body, options)).statusCode).toBe(200)
  await workOff(t.deps, companyId)
}

describe('what a shop tells', () => {
  it('makes a contact, does what is set up, and sends its template once', async () => {
    const tag = (
      await t.app.inject({ method: 'POST', url: '/api/v1/tags', headers, payload: { name: 'Cliente' } })
    ).json()
    const list = (
      await t.app.inject({ method: 'POST', url: '/api/v1/lists', headers, payload: { name: 'Compras' } })
    ).json()
    const actions = [
      { id: newId(), type: 'tags', tagIds: [tag.id] },
      { id: newId(), type: 'list', listId: list.id },
      sendTemplate(),
    ]
    const system = await connect('generic', { actions })
    await told(system, paid(1001))
    const [contact, ...others] = await contacts()
    expect(others).toEqual([])
    expect(contact).toMatchObject({
      displayName: 'Marina Teixeira',
      phone: '+5519998877665',
      tags: [{ name: 'Cliente' }],
    })
    expect(await messages()).toMatchObject([
      { body: 'Olá, Marina! Recebemos o pagamento do pedido 1001, de R$\u00a089,90.', status: 'queued' },
    ])
    const [event] = await eventsOf(system)
    expect(event).toMatchObject({ state: 'processed', canonical: 'order.paid', contact_id: contact.id, attempts: 1 })
    expect(event.results.map(({ state }: { state: string }) => state)).toEqual(['done', 'done', 'done'])
    const timeline = await get(`/api/v1/contacts/${contact.id}/timeline?types=systems`)
    expect(timeline.data).toMatchObject([
      { type: 'system', canonical: 'order.paid', source: 'generic', fields: { order_number: 1001, amount: 89.9 } },
    ])
    const consents = await get(`/api/v1/contacts/${contact.id}/consents`)
    expect(consents.effective.map(({ purpose, state }: Record<string, string>) => [purpose, state])).toEqual([
      ['utility', 'granted'],
    ])

    // The same order is told again, and what came first is worked off once more with other words.
    await told(system, paid(1001, { again: true }))
    await query(`update webhook_inbound_events set state = 'received' where id = $1`, event.id)
    await workOff(t.deps, companyId)
    expect(await messages()).toHaveLength(1)
    await told(system, paid(1002))
    expect(await messages()).toHaveLength(2)
    expect(await contacts()).toHaveLength(1)
  })

  it.each(webhookSourceKeys.filter((key) => !['nuvemshop', 'mercado_pago', 'asaas'].includes(key)))(
    'is understood from its samples: %s',
    async (key) => {
      const system = await connect(key)
      for (const { body, headers: own = {}, event } of findSource(key)?.samples ?? []) {
        await told(system, body, { headers: { ...own, 'x-wc-webhook-delivery-id': event } })
      }
      const states = (await eventsOf(system)).map(({ state, reason }) => [state, reason])
      expect(new Set(states.map(String))).toEqual(new Set(['processed,']))
      const people = await contacts()
      expect(people).toHaveLength(1)
      expect(people[0].phone).toMatch(/^\+55\d{10,11}$/)
    },
  )

  it('is emitted with its meaning, in the transaction that notes it', async () => {
    const said: Record<string, unknown>[] = []
    const heard = t.deps.handlers
    t.deps.handlers = {
      ...heard,
      event: [
        ...heard.event,
        {
          'integration.event_processed': async (_tx, payload) =>
            void (payload.companyId === companyId && said.push(payload)),
        },
      ],
    }
    const system = await connect('generic')
    await told(system, paid(7))
    expect(said).toMatchObject([
      { canonical: 'order.paid', event: 'order.paid', objectKey: 'A-7', replayed: false, fields: { order_number: 7 } },
    ])
  })
})

describe('who it is about', () => {
  it('is found by phone in any form, then by e-mail, and is parked without either', async () => {
    const system = await connect('generic')
    await told(system, paid(1))
    await told(system, paid(2, { customer: { name: 'Marina', phone: '+55 19 9887-7665' } }))
    await told(system, paid(3, { customer: { name: 'Marina', email: 'MARINA@example.com' } }))
    await told(system, paid(4, { customer: { name: 'Ninguém', email: 'ninguem@example.com' } }))
    await told(system, paid(5, { customer: { phone: 'liga depois' } }))
    expect(await contacts()).toHaveLength(1)
    expect((await eventsOf(system)).map(({ state, reason }) => [state, reason])).toEqual([
      ...[1, 2, 3].map(() => ['processed', null]),
      ...[4, 5].map(() => ['mapped', 'needs_phone']),
    ])
  })

  it('gets a phone where only the e-mail was known', async () => {
    await t.app.inject({ method: 'POST', url: '/api/v1/contacts', headers, payload: { email: 'marina@example.com' } })
    const system = await connect('generic')
    await told(system, paid(1))
    expect(await contacts()).toMatchObject([{ phone: '+5519998877665' }])
  })

  it('is not told of a purchase who has said no to that', async () => {
    const system = await connect('generic', { actions: [sendTemplate()] })
    await told(system, paid(1))
    const [{ id }] = await contacts()
    const payload = { medium: 'whatsapp', purpose: 'utility', state: 'denied', source: 'manual' }
    await t.app.inject({ method: 'POST', url: `/api/v1/contacts/${id}/consents`, headers, payload })
    await told(system, paid(2))
    const { effective } = await get(`/api/v1/contacts/${id}/consents`)
    expect(effective).toMatchObject([{ purpose: 'utility', state: 'denied' }])
  })
})

describe('someone who is erased', () => {
  it('leaves nothing of what systems told of them, and what others were told stays', async () => {
    const system = await connect('generic')
    await told(system, paid(1))
    await told(system, paid(2, { customer: { name: 'Outra', phone: '+5511955554444' } }))
    const [{ id: contactId }] = await query(
      `select id from contacts where company_id = $1 and phone = '5519998877665'`,
      companyId,
    )
    const subject = {
      companyId,
      mode: 'delete' as const,
      contactIds: [contactId],
      phones: ['5519998877665'],
      bsuids: [],
    }
    const forget = () =>
      eraseInbound(
        systemCtx(t.deps, 'test'),
        { ...subject, emails: ['marina@example.com'], names: [] },
        AbortSignal.timeout(5000),
      )
    expect(await forget()).toEqual({ systemEvents: 1, inboundWebhooks: 1 })
    expect(await forget()).toEqual({ systemEvents: 0, inboundWebhooks: 0 })
    const [theirs, others] = await eventsOf(system)
    expect(JSON.stringify(theirs)).not.toContain('arina')
    expect(theirs.body).toHaveLength(0)
    expect(others.body.toString()).toContain('Outra')
  })
})

describe('what people are told of', () => {
  it('is an integration that fails, once an hour, and one that has gone quiet, once', async () => {
    const said: [string, number][] = []
    t.deps.handlers = {
      ...t.deps.handlers,
      event: [
        ...t.deps.handlers.event,
        {
          'webhook.failing': async (_tx, one) =>
            void (one.companyId === companyId && said.push(['failing', one.failures])),
          'webhook.silent': async (_tx, one) => void (one.companyId === companyId && said.push(['silent', one.hours])),
        },
      ],
    }
    const system = await connect('generic', { actions: [{ id: newId(), type: 'list', listId: newId() }] })
    for (let order = 0; order < 7; order++) await told(system, paid(order))
    expect(said).toEqual([['failing', 5]])
    for (let order = 7; order < 25; order++) await told(system, paid(order))
    const start = t.deps.now().getTime()
    for (const hours of [1, 7, 8, 30]) {
      t.deps.now = () => new Date(start + hours * 3_600_000)
      await noteSilence(t.deps)
    }
    expect(said).toEqual([
      ['failing', 5],
      ['silent', 7],
    ])
  })
})

describe('what cannot be done', () => {
  it('is noted with its reason, and the rest is done', async () => {
    const gone = { id: newId(), type: 'list', listId: newId() }
    const system = await connect('generic', { actions: [gone, sendTemplate()] })
    await told(system, paid(1))
    expect(await eventsOf(system)).toMatchObject([
      {
        state: 'partially_failed',
        reason: 'not_found',
        results: [{ state: 'failed', code: 'not_found' }, { state: 'done' }],
      },
    ])
    await told(system, paid(2, { order: { id: 'A-2' } }))
    expect((await eventsOf(system))[1]).toMatchObject({
      state: 'failed',
      results: [{ state: 'failed' }, { code: 'template_parameters_invalid' }],
    })
    expect(await messages()).toHaveLength(1)
    await told(system, { type: 'order.created', order: { id: 'A-3' }, customer: { phone: '19998877665' } })
    await told(await connect('stripe'), { id: 'evt_9', type: 'product.updated' })
    const [unused] = await query(
      `select state, reason from webhook_inbound_events where company_id = $1 and event = 'product.updated'`,
      companyId,
    )
    expect(unused).toEqual({ state: 'processed', reason: 'event_not_used' })
  })

  it('is tried five times, holds up only its own order, and is set aside then', async () => {
    let answers = 0
    let status = 500
    const shop = createServer((request, response) => {
      answers += 1
      const isFirst = request.url?.endsWith('/1')
      response.writeHead(isFirst ? status : 200, { 'content-type': 'application/json' })
      response.end(
        JSON.stringify({
          id: 1,
          number: 1,
          contact_phone: '+5531991234567',
          total: '10.00',
          customer: { name: 'Carla Dias' },
        }),
      )
    })
    await new Promise<void>((resolve) => shop.listen(0, '127.0.0.1', resolve))
    const apiUrl = `http://127.0.0.1:${(shop.address() as AddressInfo).port}`
    const secrets = { secret: 'the secret of this system', accessToken: 'token' }
    const system = await connect('nuvemshop', { secrets, settings: { apiUrl } })
    const notice = (event: string, id: number) => ({
      store_id: 5,
      event,
      id,
      order: { contact_phone: '+5531900000000' },
    })
    await told(system, notice('order/created', 1))
    await told(system, notice('order/paid', 1))
    await told(system, notice('order/paid', 2))
    const states = async () => (await eventsOf(system)).map(({ state, attempts }) => [state, attempts])
    expect(await states()).toEqual([
      ['received', 1],
      ['received', 0],
      ['processed', 1],
    ])
    expect(await contacts()).toMatchObject([{ phone: '+5531991234567' }])
    const start = t.deps.now().getTime()
    for (let hours = 3; hours < 30; hours += 3) {
      t.deps.now = () => new Date(start + hours * 3_600_000)
      if (hours > 20) status = 200
      await workOff(t.deps, companyId)
    }
    expect(await states()).toEqual([
      ['failed', 6],
      ['processed', 3],
      ['processed', 1],
    ])
    expect((await eventsOf(system))[0]).toMatchObject({ reason: 'gave_up', error: expect.stringContaining('500') })
    expect(answers).toBeGreaterThan(6)
    shop.close()
  })
})
