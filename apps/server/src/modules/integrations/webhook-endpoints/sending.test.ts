import { webhookRetrySeconds } from '@recado/contracts/integrations/webhook-endpoints'
import { webhookEvents, webhookPayload } from '@recado/contracts/integrations/webhook-events'
import { Webhook } from 'standardwebhooks'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { variantOf } from '#server/lib/per-deps.ts'
import { buildOwnApp, type TestApp } from '#server/test/app.ts'
import { answering, type Received, type Receiver, startReceiver } from '#server/test/receiver.ts'
import { createEndpointWorld, type EndpointWorld } from '#server/test/webhook-endpoints.ts'
import { eventually } from '#server/test/whatsapp-world.ts'
import { startDeliveries } from './sender/sender.ts'

const MINUTE = 60_000
const DAY = 86_400_000

let t: TestApp
let worker: ReturnType<typeof startDeliveries>
let world: EndpointWorld
let receiver: Receiver
/** The clock of the process that sends. */
const clock = { ahead: 0 }
const now = () => new Date(Date.now() + clock.ahead)
const open: Receiver[] = []

beforeAll(async () => {
  t = await buildOwnApp()
  worker = startDeliveries(variantOf(t.deps, { now }))
})
afterAll(async () => {
  await worker.stop()
  await t.close()
})
beforeEach(async () => {
  clock.ahead = 0
  world = await createEndpointWorld(t)
  receiver = await receive()
})
afterEach(async () => {
  for (const one of open.splice(0)) await one.close()
})

const receive = async (...args: Parameters<typeof startReceiver>) => {
  const one = await startReceiver(...args)
  open.push(one)
  return one
}
const received = (n: number, by = receiver) => eventually(async () => (by.received.length >= n ? by.received : null))
/** Moves the clock on, and has what is due then sent. */
const passTime = (ms: number, endpointId: string) => {
  clock.ahead += ms
  t.deps.bus.publish('deliveries.wake', { endpointIds: [endpointId], soon: true })
}
const until = async (endpointId: string, id: string, holds: (row: { state: string; n: number }) => boolean) => {
  await eventually(async () => {
    const { rows } = await t.deps.database.pool.query(
      'select state, jsonb_array_length(attempts) as n from webhook_deliveries where endpoint_id = $1 and event_id = $2',
      [endpointId, id],
    )
    return holds(rows[0])
  })
  return world.log(endpointId, id)
}
const inState = (endpointId: string, id: string, state: string) => until(endpointId, id, (row) => row.state === state)
const attempts = (endpointId: string, id: string, n: number) => until(endpointId, id, (row) => row.n >= n)
const untilDisabled = async (endpointId: string) => {
  await eventually(async () => {
    const { rows } = await t.deps.database.pool.query('select enabled from webhook_endpoints where id = $1', [
      endpointId,
    ])
    return rows[0].enabled === false
  })
  return world.read(endpointId)
}
/** As a receiver does by the library: throws for what is not ours, or too old. */
const verify = (secret: string, { body, headers }: Received) =>
  new Webhook(secret).verify(body, headers as Record<string, string>)

const { example } = webhookEvents['message.received']
const tell = (endpointId: string, data: object = example, objectKey: string | null = null) =>
  world.tell(endpointId, 'message.received', { ...data }, objectKey)

describe('what a receiver gets', () => {
  it('is verified by the library of Standard Webhooks, and names what happened by ids alone', async () => {
    const { id, secret } = await world.add(receiver.url)
    const eventId = await tell(id)
    const [first] = await received(1)
    expect(verify(secret, first as Received)).toEqual({
      type: 'message.received',
      timestamp: expect.any(String),
      data: example,
    })
    expect(webhookPayload('message.received').parse(JSON.parse((first as Received).body))).toBeTruthy()
    expect((first as Received).headers).toMatchObject({ 'webhook-id': eventId, 'content-type': 'application/json' })
    expect(() => verify('whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', first as Received)).toThrow()
    expect(await inState(id, eventId, 'delivered')).toMatchObject({ attempts: 1, lastStatus: 204 })
  })

  it('is verified by either secret while one replaces the other, and by the new one alone afterwards', async () => {
    const { id, secret: old, version } = await world.add(receiver.url)
    const { json } = await world.send('POST', `/webhook-endpoints/${id}/rotations`, { overlapHours: 24, version })
    await tell(id)
    const [during] = (await received(1)) as [Received]
    expect([verify(old, during), verify(json.secret, during)]).toEqual([expect.anything(), expect.anything()])
    clock.ahead += DAY + MINUTE
    await tell(id)
    const [, later] = (await received(2)) as [Received, Received]
    // The library asks the machine's clock, which has not moved.
    const signatures = String(later.headers['webhook-signature']).split(' ')
    const signed = (secret: string) =>
      new Webhook(secret).sign(
        String(later.headers['webhook-id']),
        new Date(Number(later.headers['webhook-timestamp']) * 1000),
        later.body,
      )
    expect(signatures).toEqual([signed(json.secret)])
    expect(signed(old)).not.toBe(signatures[0])
  })

  it('is the example of an event when it is tested, also while the endpoint is paused', async () => {
    const { id, secret } = await world.add(receiver.url)
    await world.change(id, { enabled: false })
    const { status, json } = await world.send('POST', `/webhook-endpoints/${id}/tests`, { event: 'order.paid' })
    expect([status, json.isTest]).toEqual([202, true])
    const [test] = await received(1)
    expect(verify(secret, test as Received)).toMatchObject({
      type: 'order.paid',
      data: webhookEvents['order.paid'].example,
    })
  })
})

describe('a receiver that does not take it', () => {
  it('is asked again at the stated times, ten times in all, under one id', async () => {
    receiver.behavior.answer = answering(500, { 'content-type': 'text/plain' }, 'out of order')
    const { id } = await world.add(receiver.url)
    const eventId = await tell(id)
    const waited: number[] = []
    for (const [n, seconds] of webhookRetrySeconds.entries()) {
      const { nextAt } = await attempts(id, eventId, n + 1)
      waited.push(Math.floor((Date.parse(nextAt) - now().getTime() + 1000) / seconds / 1000))
      expect(receiver.received).toHaveLength(n + 1)
      passTime(seconds * 1000 * 1.25, id)
    }
    expect(waited).toEqual(webhookRetrySeconds.map(() => 1))
    const failed = await inState(id, eventId, 'failed')
    expect(failed).toMatchObject({ attempts: 10, lastStatus: 500, nextAt: null })
    expect(failed.log[0]).toMatchObject({
      status: 500,
      body: 'out of order',
      headers: { 'content-type': 'text/plain' },
    })
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id']))).toEqual(new Set([eventId]))
    receiver.behavior.answer = answering(200)
    const again = await world.send('POST', `/webhook-endpoints/${id}/deliveries/${eventId}/resends`)
    expect(again).toMatchObject({ status: 202, json: { id: eventId, state: 'waiting' } })
    expect(await inState(id, eventId, 'delivered')).toMatchObject({ attempts: 11 })
  })

  it('disables its endpoint by 410; what waits is held, and recovered once someone enables it again', async () => {
    receiver.behavior.answer = answering(410)
    const { id } = await world.add(receiver.url)
    const first = await tell(id)
    await inState(id, first, 'failed')
    expect(await untilDisabled(id)).toMatchObject({ disabledReason: 'gone' })
    const since = new Date(now().getTime() - DAY).toISOString()
    const recover = () => world.send('POST', `/webhook-endpoints/${id}/recoveries`, { since })
    expect((await recover()).json).toMatchObject({ code: 'state_invalid' })
    receiver.behavior.answer = answering(200)
    await world.change(id, { enabled: true })
    expect((await recover()).json).toEqual({ count: 1 })
  })

  it('is left alone as long as it asks to be, and no other endpoint with it', async () => {
    const other = await receive()
    receiver.behavior.answer = answering(429, { 'retry-after': '120' })
    const { id } = await world.add(receiver.url)
    const healthy = await world.add(other.url)
    const eventId = await tell(id)
    const { nextAt } = await attempts(id, eventId, 1)
    expect(Math.round((Date.parse(nextAt) - now().getTime()) / 10_000)).toBe(12)
    receiver.behavior.answer = answering(200)
    await tell(id)
    await tell(healthy.id)
    await received(1, other)
    expect(receiver.received).toHaveLength(1)
    passTime(2.5 * MINUTE, id)
    await received(3)
  })

  it('is disabled after five days of failures, with a notice to those who manage it, and not before', async () => {
    receiver.behavior.answer = answering(500)
    const { id } = await world.add(receiver.url, { description: 'ERP' })
    await attempts(id, await tell(id), 1)
    passTime(4.9 * DAY, id)
    await attempts(id, await tell(id), 1)
    expect(await world.read(id)).toMatchObject({ enabled: true, health: { failingSince: expect.any(String) } })
    passTime(0.2 * DAY, id)
    await tell(id)
    expect(await untilDisabled(id)).toMatchObject({ disabledReason: 'failing' })
    const { rows } = await t.deps.database.pool.query(
      `select name from jobs where company_id = $1 and name = 'product_notifications.webhook_endpoint_disabled'`,
      [world.company.id],
    )
    expect(rows).toHaveLength(1)
  })

  it('counts as failing since its last success', async () => {
    receiver.behavior.answer = answering(500)
    const { id } = await world.add(receiver.url)
    await attempts(id, await tell(id), 1)
    receiver.behavior.answer = answering(200)
    await inState(id, await tell(id), 'delivered')
    expect((await world.read(id)).health).toMatchObject({ failingSince: null, lastSuccessAt: expect.any(String) })
  })
})

describe('order', () => {
  it('holds among events of one object, whatever fails, and keeps no other object waiting', async () => {
    let refusals = 2
    receiver.behavior.answer = ({ data }, response) => {
      const refuse = data['object'] === 'a' && refusals-- > 0
      response.writeHead(refuse ? 500 : 200).end()
    }
    const { id } = await world.add(receiver.url)
    const first = await tell(id, { object: 'a', n: 1 }, 'message:a')
    const second = await tell(id, { object: 'a', n: 2 }, 'message:a')
    const other = await tell(id, { object: 'b', n: 1 }, 'message:b')
    await inState(id, other, 'delivered')
    await attempts(id, first, 1)
    passTime(10_000, id)
    await attempts(id, first, 2)
    passTime(10 * MINUTE, id)
    await inState(id, second, 'delivered')
    const seen = receiver.received.flatMap(({ data }) => (data['object'] === 'a' ? [data['n']] : []))
    expect(seen).toEqual([1, 1, 1, 2])
  })

  it('and first attempts do not wait for a clock that was set back', async () => {
    const { id } = await world.add(receiver.url)
    receiver.behavior.answer = answering(500)
    const before = await tell(id)
    await attempts(id, before, 1)
    clock.ahead -= DAY
    receiver.behavior.answer = answering(200)
    await inState(id, await tell(id), 'delivered')
    // What was to be tried again in five seconds still is, not in a day.
    passTime(30_000, id)
    await inState(id, before, 'delivered')
    clock.ahead += DAY
  })
})

describe('one receiver beside another', () => {
  it('that never answers delays no one', async () => {
    const dead = await receive(() => undefined)
    const hanging = await world.add(dead.url)
    const { id } = await world.add(receiver.url)
    for (let n = 0; n < 60; n++) await tell(hanging.id)
    await received(1, dead)
    for (let n = 0; n < 40; n++) await tell(id)
    await received(40)
    expect((await world.read(hanging.id)).health.backlog).toBe(60)
  })

  it('takes more at once the better it answers', async () => {
    let atOnce = 0
    let most = 0
    receiver.behavior.answer = (_received, response) => {
      most = Math.max(most, ++atOnce)
      setTimeout(() => {
        atOnce--
        response.writeHead(200).end()
      }, 30)
    }
    const { id } = await world.add(receiver.url)
    await Promise.all(Array.from({ length: 400 }, () => tell(id)))
    await received(400)
    expect(most).toBeGreaterThan(20)
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(400)
    expect(receiver.received).toHaveLength(400)
  })
})
