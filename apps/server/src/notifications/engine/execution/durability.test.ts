import { startStandIn } from '@recado/providers/test/stand-in'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { inTransaction, systemCtx } from '#server/context.ts'
import { inEnvironment } from '#server/notifications/shared/context.ts'
import {
  all,
  delay,
  inApp,
  type NotificationWorld,
  openNotificationWorld,
  step,
} from '#server/test/notification-world.ts'
import { claimEvents } from './queries/events.ts'
import { claimJobs } from './queries/jobs.ts'
import { startLargeEvent } from './start-large-events.ts'
import { triggerWorkflow } from './trigger.ts'

const MINUTE = 60_000
type StandIn = Awaited<ReturnType<typeof startStandIn>>
let world: NotificationWorld
let gateway: StandIn
let webhook: StandIn
beforeAll(async () => {
  world = await openNotificationWorld()
  gateway = await startStandIn()
  webhook = await startStandIn()
  const credentials = { baseUrl: gateway.url, apiKeyRequestHeader: 'X-Key', apiKey: 'k', idPath: 'id', from: 'Recado' }
  await world.connect('sms', 'generic-sms', credentials)
})
afterAll(async () => {
  await world.close()
  await gateway.close()
  await webhook.close()
})
beforeEach(() => {
  gateway.reset()
  webhook.reset()
})

const sms = (more: object = {}) => step({ type: 'sms', content: 'Hi' }, { ...more })
const lea = { subscriberId: 'lea', phone: '+5511999990000' }
const asked = () => all({ on: 'webhook', webhookUrl: webhook.url, field: 'ok', operator: 'EQUAL', value: 'true' })
type Reply = { status?: number; body?: unknown }
const held = () => Promise.withResolvers<Reply>()

/** Breaks the connection of whoever reads the integrations while `work` goes on. */
const withLostConnection = async (work: () => Promise<unknown>) => {
  const { pool } = world.deps.database
  world.deps.bus.publish('notifications.changed', { environmentId: world.environment.id })
  const client = await pool.connect()
  try {
    await client.query('begin; lock table notification_integrations in access exclusive mode')
    const working = work()
    const waiting = `select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock' and query like '%notification_integrations%'`
    await expect.poll(async () => (await pool.query(waiting)).rowCount).toBe(1)
    await client.query('rollback')
    await working
  } finally {
    client.release()
  }
}

it('does a step again whose database went away, and does not count it as failed', async () => {
  const { name } = await world.createWorkflow([inApp('at once')])
  const accepted = await world.call('POST', '/events/trigger', { name, to: 'lea' })
  await withLostConnection(world.settle)
  expect(await world.statuses(accepted.body.data.transactionId)).toEqual(['completed'])
  expect(await world.inbox('lea')).toEqual(['at once'])

  const later = await world.createWorkflow([
    delay({ type: 'regular', amount: 1, unit: 'minutes' }),
    inApp('after a minute'),
  ])
  const { transactionId } = await world.trigger(later.name, 'lea')
  await withLostConnection(() => world.later(MINUTE))
  expect(await world.statuses(transactionId)).toEqual(['running', 'pending'])
  await world.later(2 * MINUTE)
  expect(await world.statuses(transactionId)).toEqual(['completed', 'completed'])
  expect(await world.inbox('lea')).toEqual(['at once', 'after a minute'])
})

it('sends once what was claimed twice, because the first time took longer than a lease', async () => {
  const late = held()
  const slow = held()
  webhook.reply(late.promise, { body: { ok: true } })
  gateway.reply(slow.promise)
  const { name } = await world.createWorkflow([sms({ filters: asked() })])
  const accepted = await world.call('POST', '/events/trigger', { name, to: lea })
  const first = world.settle()
  await expect.poll(() => webhook.calls.length).toBe(1)
  const second = world.later(2 * MINUTE)
  await expect.poll(() => gateway.calls.length).toBe(1)
  late.resolve({ body: { ok: true } })
  await first
  expect(gateway.calls).toHaveLength(1)
  slow.resolve({ body: { id: 'v1' } })
  await second
  const { transactionId } = accepted.body.data
  expect(await world.statuses(transactionId)).toEqual(['completed'])
  expect(await world.messages(transactionId)).toMatchObject([{ status: 'sent' }])
})

it('keeps what a provider is slow with, and hears its answer', async () => {
  const { deps } = world
  const late = held()
  gateway.reply(late.promise)
  const { name } = await world.createWorkflow([sms()])
  const frozen = deps.now
  let passed = 0
  deps.now = () => new Date(frozen().getTime() + passed)
  deps.notifications.start(deps)
  try {
    const accepted = await world.call('POST', '/events/trigger', { name, to: lea })
    await expect.poll(() => gateway.calls.length).toBe(1)
    const { transactionId } = accepted.body.data
    const kept = async () => {
      const { rows } = await deps.database.pool.query<{ until: Date }>(
        `select j.lease_until as until from notification_jobs j join notification_runs r on r.id = j.run_id
          where r.transaction_id = $1`,
        [transactionId],
      )
      return rows[0]?.until.getTime()
    }
    for (passed = 30_000; passed <= 120_000; passed += 30_000)
      await expect.poll(kept).toBeGreaterThan(frozen().getTime() + passed + 30_000)
    expect(await world.statuses(transactionId)).toEqual(['running'])
    late.resolve({ body: { id: 'v1' } })
    await expect.poll(() => world.statuses(transactionId)).toEqual(['completed'])
    expect(await world.messages(transactionId)).toMatchObject([{ status: 'sent' }])
  } finally {
    await deps.notifications.stop()
    deps.now = frozen
  }
})

it('stores what outsiders answer, however it is written', async () => {
  gateway.reply({ body: { id: 'v\u00001' } })
  webhook.reply({ body: { name: 'Lea\u0000', half: '\ud83d' } })
  const custom = step({ type: 'custom' }, { name: 'ask', metadata: { url: webhook.url } })
  const { name } = await world.createWorkflow([sms(), custom, inApp('{{step.ask.name}}')])
  const { transactionId } = await world.trigger(name, lea)
  expect(await world.statuses(transactionId)).toEqual(['completed', 'completed', 'completed'])
  expect((await world.inbox('lea')).at(-1)).toBe('Lea')
})

it('ends a job whose run cannot be read, and does those that are due with it', async () => {
  const { pool } = world.deps.database
  const { name } = await world.createWorkflow([delay({ type: 'regular', amount: 1, unit: 'minutes' }), inApp('Hello')])
  const broken = await world.trigger(name, 'lea')
  await world.trigger(name, 'leo')
  await pool.query('update notification_runs set workflow_version = 99 where transaction_id = $1', [
    broken.transactionId,
  ])
  await world.later(2 * MINUTE)
  expect(await world.statuses(broken.transactionId)).toEqual(['failed', 'pending'])
  expect(await world.inbox('leo')).toEqual(['Hello'])
})

it('fails a job of which the database takes nothing else, goes on with its run, and leaves others alone', async () => {
  const { pool } = world.deps.database
  const { name } = await world.createWorkflow([sms(), inApp('After')])
  await pool.query(`create function refuse() returns trigger language plpgsql as $$
    begin
      if exists (select from notification_runs r join notification_events e on e.id = r.event_id
        where r.id = new.run_id and e.payload ? 'bad') then raise exception 'not this one' using errcode = '22023'; end if;
      return new;
    end $$;
    create trigger refuse before update on notification_jobs for each row
    when (new.type = 'sms' and new.status = 'completed') execute function refuse()`)
  const transactions = ['bad', 'good'].map((transactionId) => {
    const body = { name, to: lea, transactionId, payload: { [transactionId]: true } }
    return world.call('POST', '/events/trigger', body)
  })
  await Promise.all(transactions)
  await world.settle()
  await pool.query('drop trigger refuse on notification_jobs')
  expect(await world.statuses('bad')).toEqual(['failed', 'completed'])
  expect(await world.moments('bad')).toContain('step_failed')
  expect(await world.statuses('good')).toEqual(['completed', 'completed'])
  expect(await world.messages('good')).toMatchObject([{ status: 'sent' }, { status: 'sent' }])
  expect(gateway.calls).toHaveLength(2)
})

it('does what a few people are told while others are told at length', async () => {
  const { deps } = world
  const { name } = await world.createWorkflow([inApp('{{n}}')])
  await world.call('POST', '/topics', { key: 'slow', name: 'Slow' })
  await world.call('POST', '/topics/slow/subscribers', { subscribers: ['lea'] })
  const client = await deps.database.pool.connect()
  await client.query('begin; lock table notification_topics in access exclusive mode')
  deps.notifications.start(deps)
  try {
    const to = { type: 'Topic', topicKey: 'slow' }
    for (const n of [1, 2, 3]) await world.call('POST', '/events/trigger', { name, to, payload: { n } })
    const ctx = inEnvironment(systemCtx(deps, 'test'), world.environment)
    await inTransaction(ctx, (tx) => triggerWorkflow(tx, { name, to: 'mia', payload: { n: 4 } }))
    await expect.poll(() => world.inbox('mia').catch(() => [])).toEqual(['4'])
    await client.query('rollback')
    await expect.poll(async () => (await world.inbox('lea')).slice(-3).sort()).toEqual(['1', '2', '3'])
  } finally {
    client.release(true)
    await deps.notifications.stop()
  }
})

it('leaves a large event to the process that took it over', async () => {
  const { deps } = world
  const { pool } = deps.database
  const { name } = await world.createWorkflow([inApp('Hello')])
  const to = Array.from({ length: 1200 }, (_, i) => `large${i}`)
  await world.call('POST', '/events/trigger', { name, to, transactionId: 'large' })
  const later = new Date(world.now().getTime() + MINUTE)
  const [event] = await claimEvents(pool, {
    owner: deps.processId,
    now: world.now(),
    leaseUntil: later,
    limit: 1,
  })
  if (!event) throw new Error('no event')
  await pool.query(`update notification_events set lease_owner = 'another' where id = $1`, [event.id])
  expect(await startLargeEvent(deps, event, () => false)).toBeNull()
  const found = await pool.query('select state, cursor from notification_events where id = $1', [event.id])
  expect(found.rows).toEqual([{ state: 0, cursor: null }])
  const runs = `select count(*)::int as n from notification_runs where transaction_id = 'large'`
  expect((await pool.query(runs)).rows).toEqual([{ n: 500 }])
  await world.later(2 * MINUTE)
  expect((await pool.query(runs)).rows).toEqual([{ n: 1200 }])
})

it('deals jobs to environments in the order in which they wait', async () => {
  const { pool } = world.deps.database
  const insert = `insert into notification_jobs (id, environment_id, run_id, step_index, step_id, type, status, run_at, created_at, updated_at)
    select 'deal' || $1 || i, $1 || i, 'deal' || $1 || i, 0, 's', 'delay', 'queued', $2, $2, $2 from generate_series(1, $3) i`
  const now = world.now()
  await pool.query(insert, ['a', now, 20])
  await pool.query(insert, ['z', new Date(now.getTime() - 1000), 1])
  const claimed = await claimJobs(pool, {
    owner: 'test',
    now,
    leaseUntil: new Date(now.getTime() + MINUTE),
    limit: 10,
  })
  expect(claimed).toHaveLength(10)
  expect(claimed.map(({ environmentId }) => environmentId)).toContain('z1')
  await pool.query(`delete from notification_jobs where id like 'deal%'`)
})
