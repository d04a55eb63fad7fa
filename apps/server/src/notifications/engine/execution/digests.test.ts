import { afterAll, beforeAll, expect, test } from 'vitest'
import { digest, inApp, type NotificationWorld, openNotificationWorld } from '#server/test/notification-world.ts'

let world: NotificationWorld
beforeAll(async () => {
  world = await openNotificationWorld()
})
afterAll(() => world.close())

const MINUTE = 60_000
const summary = inApp('{{step.total_count}}: {{#each step.events}}{{this.n}} {{/each}}')
const statuses = async (transactionId: string) => (await world.jobs(transactionId)).map(({ status }) => status)
const moments = async (transactionId: string) =>
  (await world.jobs(transactionId)).flatMap(({ executionDetails }) => executionDetails.map(({ moment }) => moment))

test('a regular digest gathers what comes until its window ends, in the order of arrival', async () => {
  const { name } = await world.createWorkflow([digest({ type: 'regular', amount: 10, unit: 'minutes' }), summary])
  const first = await world.trigger(name, 'ana', { n: 1 })
  await world.later(4 * MINUTE)
  const second = await world.trigger(name, 'ana', { n: 2 })
  await world.later(5 * MINUTE)
  const third = await world.trigger(name, 'ana', { n: 3 })
  expect(await world.inbox('ana')).toEqual([])
  expect(await statuses(first.transactionId)).toEqual(['delayed', 'pending'])
  expect(await statuses(second.transactionId)).toEqual(['merged', 'merged'])
  await world.later(MINUTE)
  expect(await world.inbox('ana')).toEqual(['3: 1 2 3 '])
  expect(await statuses(first.transactionId)).toEqual(['completed', 'completed'])
  expect(await statuses(third.transactionId)).toEqual(['merged', 'merged'])
  expect(await moments(first.transactionId)).toEqual(expect.arrayContaining(['step_digested', 'digest_triggered']))
  expect(await moments(second.transactionId)).toContain('digest_merged')
})

test('windows are apart by subscriber, by workflow and by the value at the digest key', async () => {
  const keyed = { type: 'regular', amount: 10, unit: 'minutes', digestKey: 'order.id' }
  const { name } = await world.createWorkflow([digest(keyed), summary])
  const other = await world.createWorkflow([digest(keyed), summary])
  await world.trigger(name, ['bia', 'caio'], { n: 1, order: { id: 7 } })
  await world.trigger(name, 'bia', { n: 2, order: { id: 8 } })
  await world.trigger(name, 'bia', { n: 3, order: { id: 7 } })
  await world.trigger(other.name, 'bia', { n: 4, order: { id: 7 } })
  await world.later(10 * MINUTE)
  expect((await world.inbox('bia')).sort()).toEqual(['1: 2 ', '1: 4 ', '2: 1 3 '])
  expect(await world.inbox('caio')).toEqual(['1: 1 '])
})

test('back-off lets the first event of a while through and gathers those after it', async () => {
  const backoff = {
    type: 'backoff',
    amount: 10,
    unit: 'minutes',
    backoff: true,
    backoffAmount: 5,
    backoffUnit: 'minutes',
  }
  const { name } = await world.createWorkflow([
    digest(backoff),
    inApp('{{#if step.digest}}{{step.total_count}} more{{else}}n{{n}}{{/if}}'),
  ])
  const first = await world.trigger(name, 'davi', { n: 1 })
  expect(await world.inbox('davi')).toEqual(['n1'])
  expect((await statuses(first.transactionId))[0]).toBe('skipped')
  expect(await moments(first.transactionId)).toContain('digest_skipped')
  await world.later(MINUTE)
  await world.trigger(name, 'davi', { n: 2 })
  await world.trigger(name, 'davi', { n: 3 })
  expect(await world.inbox('davi')).toEqual(['n1'])
  await world.later(10 * MINUTE)
  expect(await world.inbox('davi')).toEqual(['n1', '2 more'])
  await world.later(6 * MINUTE)
  await world.trigger(name, 'davi', { n: 4 })
  expect(await world.inbox('davi')).toEqual(['n1', '2 more', 'n4'])
})

test('canceling the head of a window hands it to the oldest event that had joined', async () => {
  const { name } = await world.createWorkflow([digest({ type: 'regular', amount: 10, unit: 'minutes' }), summary])
  const first = await world.trigger(name, 'eva', { n: 1 })
  await world.trigger(name, 'eva', { n: 2 })
  await world.trigger(name, 'eva', { n: 3 })
  expect((await world.call('DELETE', `/events/trigger/${first.transactionId}`)).body).toEqual({ data: true })
  expect(await statuses(first.transactionId)).toEqual(['canceled', 'canceled'])
  await world.later(10 * MINUTE)
  expect(await world.inbox('eva')).toEqual(['2: 2 3 '])
  expect((await world.call('DELETE', `/events/trigger/${first.transactionId}`)).body).toEqual({ data: false })
})
