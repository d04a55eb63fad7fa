import { afterAll, beforeAll, expect, test } from 'vitest'
import { inApp, type NotificationWorld, openNotificationWorld } from '#server/test/notification-world.ts'
import { claimEvents } from './queries/events.ts'
import { startLargeEvent } from './start-large-events.ts'

const PEOPLE = 1200
const ids = Array.from({ length: PEOPLE }, (_, i) => `p${String(i).padStart(4, '0')}`)
let world: NotificationWorld
let name: string
beforeAll(async () => {
  world = await openNotificationWorld()
  name = (await world.createWorkflow([inApp('{{n}}')])).name
  await world.call('POST', '/topics', { key: 'all', name: 'All' })
  for (let from = 0; from < PEOPLE; from += 400) {
    const some = ids.slice(from, from + 400)
    await world.call('POST', '/subscribers/bulk', { subscribers: some.map((subscriberId) => ({ subscriberId })) })
    await world.call('POST', '/topics/all/subscribers', { subscribers: some.slice(0, 390) })
  }
})
afterAll(() => world.close())

const count = async (table: 'runs' | 'messages', transactionId: string): Promise<number> => {
  const result = await world.deps.database.pool.query<{ n: number }>(
    `select count(*)::int as n from notification_${table} where transaction_id = $1`,
    [transactionId],
  )
  return result.rows[0]?.n ?? 0
}

test('a broadcast reaches everybody in the environment once', async () => {
  const answer = await world.call('POST', '/events/trigger/broadcast', { name, payload: { n: 1 } })
  expect(answer).toMatchObject({ status: 201, body: { data: { acknowledged: true, status: 'processed' } } })
  const { transactionId } = answer.body.data
  await world.settle()
  expect([await count('runs', transactionId), await count('messages', transactionId)]).toEqual([PEOPLE, PEOPLE])
  expect([await world.inbox('p0000'), await world.inbox('p1199')]).toEqual([['1'], ['1']])
})

test('a list of many and a topic are worked through in parts, and continued where they were left', async () => {
  const { deps } = world
  const to = [...ids.slice(0, 700), { type: 'Topic', topicKey: 'all' }]
  const answer = await world.call('POST', '/events/trigger', { name, to, payload: { n: 2 }, transactionId: 'many' })
  expect(answer.body.data.status).toBe('processed')
  const now = world.now()
  const claim = () =>
    claimEvents(deps.database.pool, {
      owner: deps.processId,
      now: world.now(),
      leaseUntil: new Date(now.getTime() + 60_000),
      limit: 1,
    })
  const [event] = await claim()
  if (!event) throw new Error('no event')
  let parts = 0
  await startLargeEvent(deps, event, () => ++parts > 4)
  const left = await deps.database.pool.query('select state, cursor from notification_events where id = $1', [event.id])
  expect(left.rows).toMatchObject([{ state: 0, cursor: expect.stringMatching(/^1:[0-9a-f]{24}$/) }])
  const halfway = await count('runs', 'many')
  expect(halfway).toBeGreaterThan(700)
  expect(halfway).toBeLessThan(PEOPLE)
  await world.settle()
  expect(await count('runs', 'many')).toBe(halfway)
  await world.later(61_000)
  // 700 by name, and of the topic those who were not named: 90 of the second four hundred and 390 of the third.
  expect([await count('runs', 'many'), await count('messages', 'many')]).toEqual([700 + 90 + 390, 700 + 90 + 390])
})

test('a part that is done again brings nothing new', async () => {
  await world.deps.database.pool.query(
    `update notification_events set state = 0, cursor = null, lease_until = $1 where transaction_id = 'many'`,
    [world.now()],
  )
  await world.settle()
  expect(await count('messages', 'many')).toBe(700 + 90 + 390)
  expect((await world.inbox('p0001')).filter((content) => content === '2')).toEqual(['2'])
})

test('a heavy payload that goes to many is kept once, and the templates still see it', async () => {
  const to = { type: 'Topic', topicKey: 'all' }
  const payload = { n: 3, padding: 'x'.repeat(70_000) }
  const { transactionId } = await world.trigger(name, to, payload)
  expect((await world.inbox('p0000')).at(-1)).toBe('3')
  const { rows } = await world.deps.database.pool.query(
    `select count(*)::int as n, max(length(payload::text)) as longest from notification_messages where transaction_id = $1`,
    [transactionId],
  )
  expect(rows).toEqual([{ n: 1170, longest: 2 }])
})

test('one claim takes no more payloads than fit into memory, and one in any case', async () => {
  const { pool } = world.deps.database
  const random = `(select jsonb_build_object('a', string_agg(md5(random()::text || i || $1::text), ''))
    from generate_series(1, 600000) i)`
  for (const n of ['a', 'b', 'c']) {
    await pool.query(
      `insert into notification_events (id, environment_id, transaction_id, workflow_id, workflow_version, kind, recipients,
        payload, lease_until, created_at)
       select 'heavy-' || $1, environment_id, 'heavy-' || $1, workflow_id, workflow_version, 'single', '[]', ${random},
        $2, $2 from notification_events limit 1`,
      [n, world.now()],
    )
  }
  const lease = new Date(world.now().getTime() + 60_000)
  const claim = async () =>
    (await claimEvents(pool, { owner: world.deps.processId, now: world.now(), leaseUntil: lease, limit: 100 })).map(
      ({ id }) => id,
    )
  expect([await claim(), await claim(), await claim()]).toEqual([['heavy-a', 'heavy-b'], ['heavy-c'], []])
})
