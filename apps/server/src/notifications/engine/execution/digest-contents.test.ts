import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDeps } from '#server/test/app.ts'
import {
  all,
  delay,
  digest,
  inApp,
  type NotificationWorld,
  openNotificationWorld,
} from '#server/test/notification-world.ts'
import { createNotificationEngine } from './engine.ts'

const MINUTE = 60_000
const ten = { type: 'regular', amount: 10, unit: 'minutes' }
const summary = inApp('{{step.total_count}}: {{#each step.events}}{{this.n}} {{/each}}')
let world: NotificationWorld
beforeAll(async () => {
  world = await openNotificationWorld()
})
afterAll(() => world.close())

const cancel = async (transactionId: string) =>
  (await world.call('DELETE', `/events/trigger/${transactionId}`)).body.data

test('a filtered digest is skipped, and what follows knows of no digest', async () => {
  const filters = all({ on: 'payload', field: 'urgent', operator: 'NOT_EQUAL', value: 'true' })
  const { name } = await world.createWorkflow([
    digest(ten, { filters }),
    inApp('{{n}} {{step.digest}} {{step.total_count}} {{step.events.length}}'),
  ])
  await world.trigger(name, 'ana', { n: 1, urgent: false })
  const urgent = await world.trigger(name, 'ana', { n: 2, urgent: true })
  expect(await world.statuses(urgent.transactionId)).toEqual(['skipped', 'completed'])
  expect(await world.moments(urgent.transactionId)).toContain('filtered_by_conditions')
  await world.later(10 * MINUTE)
  expect(await world.inbox('ana')).toEqual(['2 false 0 0', '1 true 1 1'])
})

test('every step after a digest sees its events, and otherwise the payload of the first one', async () => {
  const big = all({ on: 'payload', field: 'n', operator: 'EQUAL', value: '1' })
  const { name } = await world.createWorkflow([
    inApp('now {{n}} {{step.digest}}'),
    digest(ten),
    inApp('{{n}} of {{step.total_count}}', { filters: big }),
    delay({ type: 'regular', amount: 1, unit: 'minutes' }),
    summary,
  ])
  await world.trigger(name, 'bia', { n: 1 })
  await world.trigger(name, 'bia', { n: 2 })
  await world.later(10 * MINUTE)
  await world.later(MINUTE)
  expect(await world.inbox('bia')).toEqual(['now 1 false', 'now 2 false', '1 of 2', '2: 1 2 '])
})

test('two digests of one workflow gather for themselves', async () => {
  const { name } = await world.createWorkflow([
    digest({ ...ten, digestKey: 'thread' }),
    inApp('thread {{thread}}: {{step.total_count}}'),
    digest({ type: 'regular', amount: 30, unit: 'minutes' }),
    inApp('all: {{step.total_count}} {{#each step.events}}{{this.thread}}{{/each}}'),
  ])
  for (const thread of ['a', 'a', 'b']) await world.trigger(name, 'caio', { thread })
  await world.later(10 * MINUTE)
  expect((await world.inbox('caio')).sort()).toEqual(['thread a: 2', 'thread b: 1'])
  await world.later(30 * MINUTE)
  expect((await world.inbox('caio')).at(-1)).toBe('all: 2 ab')
})

test('windows that differ only in a nested value are apart, and events without it share one', async () => {
  const { name } = await world.createWorkflow([digest({ ...ten, digestKey: 'order.customer.id' }), summary])
  const payloads = [{ id: 1 }, { id: '1' }, { id: { a: 1 } }, {}, {}].map((customer, i) => ({
    n: i,
    order: { customer },
  }))
  for (const payload of payloads) await world.trigger(name, 'davi', payload)
  await world.later(10 * MINUTE)
  expect((await world.inbox('davi')).sort()).toEqual(['1: 2 ', '2: 0 1 ', '2: 3 4 '])
})

test('more than a thousand events are counted, and the first thousand can be named', async () => {
  const { name } = await world.createWorkflow([digest(ten), inApp('{{step.total_count}} {{step.events.length}}')])
  for (let part = 0; part < 11; part++) {
    const events = Array.from({ length: 100 }, (_, i) => ({ name, to: 'eva', payload: { n: part * 100 + i } }))
    expect((await world.call('POST', '/events/trigger/bulk', { events })).status).toBe(201)
  }
  await world.settle()
  await world.later(10 * MINUTE)
  expect(await world.inbox('eva')).toEqual(['1100 1000'])
})

test('events too large to be shown together are counted all the same', async () => {
  const { name } = await world.createWorkflow([digest(ten), inApp('{{step.total_count}} {{step.events.length}}')])
  const filling = 'x'.repeat(3 * 1024 * 1024)
  for (let n = 0; n < 5; n++) await world.trigger(name, 'ines', { n, filling })
  await world.later(10 * MINUTE)
  expect(await world.inbox('ines')).toEqual(['5 3'])
})

test('events that come in one bulk are gathered in their order, with the first one as the head', async () => {
  const { name } = await world.createWorkflow([digest(ten), inApp('{{n}}: {{#each step.events}}{{this.n}} {{/each}}')])
  const events = Array.from({ length: 20 }, (_, n) => ({ name, to: 'jo', payload: { n } }))
  await world.call('POST', '/events/trigger/bulk', { events })
  await world.settle()
  await world.later(10 * MINUTE)
  expect(await world.inbox('jo')).toEqual([`0: ${events.map((_, n) => `${n} `).join('')}`])
})

test('an event that was canceled after it joined is not counted', async () => {
  const { name } = await world.createWorkflow([digest(ten), summary])
  const sent: string[] = []
  for (const n of [1, 2, 3]) sent.push((await world.trigger(name, 'fabi', { n })).transactionId)
  expect(await cancel(sent[1] ?? '')).toBe(true)
  expect(await world.statuses(sent[1] ?? '')).toEqual(['canceled', 'canceled'])
  await world.later(10 * MINUTE)
  expect(await world.inbox('fabi')).toEqual(['2: 1 3 '])
})

test('a follower that took over hands over to the next one, at the time when the window ends', async () => {
  const { name } = await world.createWorkflow([digest(ten), summary])
  const sent: string[] = []
  for (const n of [1, 2, 3]) {
    sent.push((await world.trigger(name, 'gil', { n })).transactionId)
    await world.later(MINUTE)
  }
  expect([await cancel(sent[0] ?? ''), await cancel(sent[1] ?? '')]).toEqual([true, true])
  expect(await world.statuses(sent[2] ?? '')).toEqual(['delayed', 'pending'])
  await world.later(6 * MINUTE)
  expect(await world.inbox('gil')).toEqual([])
  await world.later(MINUTE)
  expect(await world.inbox('gil')).toEqual(['1: 3 '])
})

test('events that come while the window closes are in it or in the next one, and none is lost', async () => {
  const { name } = await world.createWorkflow([digest(ten), summary])
  await world.trigger(name, 'hugo', { n: 0 })
  const other = await createTestDeps()
  other.deps.now = world.now
  other.deps.processId = 'another process'
  const engine = createNotificationEngine()
  const events = Array.from({ length: 60 }, (_, i) => ({ name, to: 'hugo', payload: { n: i + 1 } }))
  await world.call('POST', '/events/trigger/bulk', { events })
  await Promise.all([world.later(10 * MINUTE), engine.drain(other.deps)])
  await Promise.all([world.settle(), engine.drain(other.deps)])
  await world.later(10 * MINUTE)
  await other.close()
  const contents = await world.inbox('hugo')
  const numbers = contents.flatMap((content) =>
    content
      .replace(/^\d+: /, '')
      .trim()
      .split(' ')
      .map(Number),
  )
  expect(numbers.sort((a, b) => a - b)).toEqual(Array.from({ length: 61 }, (_, i) => i))
  expect(contents.length).toBeLessThanOrEqual(2)
})
