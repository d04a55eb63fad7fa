import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Gateways, openGateways } from '#server/test/gateways.ts'
import { digest, inApp, type NotificationWorld, openNotificationWorld, step } from '#server/test/notification-world.ts'

// With the engine running, a trigger and what it does at once share one statement.
let world: NotificationWorld
let gateways: Gateways
beforeAll(async () => {
  world = await openNotificationWorld()
  gateways = await openGateways(world)
  await gateways.connectSms()
  world.deps.notifications.start(world.deps)
})
afterAll(async () => {
  await world.deps.notifications.stop()
  await world.close()
  await gateways.close()
})
beforeEach(() => gateways.reset())

const post = (body: object) => world.call('POST', '/events/trigger', body)
const inboxOf = (subscriberId: string) => expect.poll(() => world.inbox(subscriberId).catch(() => []))

describe('an engine that runs', () => {
  it('delivers what it accepts, one by one, in bulk and to topics', async () => {
    const { name } = await world.createWorkflow([inApp('{{subscriber.firstName}} {{n}}')])
    await world.call('POST', '/topics', { key: 'team', name: 'Team' })
    await world.subscribe('bia', { firstName: 'Bia' })
    await world.call('POST', '/topics/team/subscribers', { subscribers: ['bia'] })
    await post({ name, to: { subscriberId: 'ana', firstName: 'Ana' }, payload: { n: 1 } })
    const events = [2, 3].map((n) => ({ name, to: ['ana', { subscriberId: 'caio' }], payload: { n } }))
    await world.call('POST', '/events/trigger/bulk', { events })
    await post({ name, to: [{ type: 'Topic', topicKey: 'team' }, 'caio'], payload: { n: 4 } })
    await inboxOf('ana').toHaveLength(3)
    await inboxOf('bia').toEqual(['Bia 4'])
    await inboxOf('caio').toHaveLength(3)
    expect((await world.inbox('ana')).sort()).toEqual(['Ana 1', 'Ana 2', 'Ana 3'])
  })

  it('takes a transaction once, also when it comes many times at the same moment', async () => {
    const { name } = await world.createWorkflow([inApp('{{n}}')])
    const event = (n: number) => ({ name, to: 'davi', payload: { n }, transactionId: 'same' })
    const answers = await Promise.all(Array.from({ length: 20 }, (_, n) => post(event(n))))
    const bulk = await world.call('POST', '/events/trigger/bulk', { events: [event(21), event(22)] })
    for (const { body } of [...answers, ...bulk.body.data.map((data: object) => ({ body: { data } }))])
      expect(body.data).toEqual({ acknowledged: true, status: 'processed', transactionId: 'same' })
    await inboxOf('davi').toHaveLength(1)
    await world.later(61_000)
    expect(await world.inbox('davi')).toHaveLength(1)
    expect(await world.codes('same')).toEqual([1000, 1009, 1007])
  })

  it('goes on with what is not done at once', async () => {
    const { name } = await world.createWorkflow([
      inApp('first'),
      step({ type: 'sms', content: 'Hi' }),
      digest({ type: 'regular', amount: 10, unit: 'minutes' }),
      inApp('{{step.total_count}}'),
    ])
    const to = { subscriberId: 'eva', phone: '+551' }
    const sent = await Promise.all([1, 2, 3].map((n) => post({ name, to, payload: { n } })))
    await expect.poll(() => gateways.sms.calls.length).toBe(3)
    const statuses = async () =>
      (await Promise.all(sent.map(({ body }) => world.statuses(body.data.transactionId)))).map((all) => all[2]).sort()
    await expect.poll(statuses).toEqual(['delayed', 'merged', 'merged'])
    await world.later(10 * 60_000)
    await inboxOf('eva').toEqual(['first', 'first', 'first', '3'])
  })
})
