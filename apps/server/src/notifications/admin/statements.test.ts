import { type SQL, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { systemCtx } from '#server/context.ts'
import { findEndOfReach, listRuns, type RunFilters } from '#server/notifications/engine/activity/queries/runs.ts'
import { type EnvironmentCtx, inEnvironment } from '#server/notifications/shared/context.ts'
import { idFloor } from '#server/notifications/shared/ids.ts'
import { createTestDeps } from '#server/test/app.ts'
import { createTestEnvironment, createTestSubscriber } from '#server/test/notifications.ts'
import { countBacklog, countByDay, countByIntegration, countByWorkflow } from './queries/counts.ts'
import { findTriggerOfRun } from './queries/runs.ts'

// 100,000 runs with two jobs and a message each, over 60 days. No statement may walk through all of them.

const ROWS = 100_000

let world: Awaited<ReturnType<typeof createTestDeps>>
let ctx: EnvironmentCtx

beforeAll(async () => {
  world = await createTestDeps()
  const start = new Date()
  world.deps.now = () => start
  const { environment } = await createTestEnvironment(world.deps)
  ctx = inEnvironment(systemCtx(world.deps, 'test'), environment)
  const bia = await createTestSubscriber(world.deps, environment, { email: 'bia@example.test' })
  const { pool } = world.deps.database
  const at = `'${ctx.now().toISOString()}'::timestamptz - i * interval '60 days' / ${ROWS}`
  const rows = `(select i, ${at} as at, lpad(to_hex((extract(epoch from ${at}) * 1000)::bigint), 12, '0')
      || lpad(to_hex(i), 8, '0') as id from generate_series(1, ${ROWS}) i) s`
  await pool.query(
    `insert into notification_events (id, environment_id, transaction_id, workflow_id, workflow_version, kind, recipients,
       payload, state, created_at, processed_at)
     select id || '0000', $1, 'transaction' || i, 'w' || i % 20, 1, 'single', '[]', '{"name":"Bia"}', 2, at, at from ${rows}`,
    [environment.id],
  )
  await pool.query(
    `insert into notification_runs (id, environment_id, event_id, workflow_id, workflow_version, subscriber_id,
       transaction_id, channels, created_at)
     select id || '0001', $1, id || '0000', 'w' || i % 20, 1, case when i % 1000 = 7 then $2 else 's' || i % 1000 end, 'transaction' || i, '{in_app}', at from ${rows}`,
    [environment.id, bia.id],
  )
  await pool.query(
    `insert into notification_jobs (id, environment_id, run_id, step_index, step_id, type, status, run_at, created_at)
     select id || '000' || 2 + step, $1, id || '0001', step, 'step', 'in_app',
       case when i % 500 = 1 then 'failed' when i % 5000 = 2 then 'delayed' else 'completed' end, at, at
     from ${rows} cross join generate_series(0, 1) step`,
    [environment.id],
  )
  await pool.query(
    `insert into notification_messages (id, environment_id, run_id, job_id, workflow_id, workflow_identifier, template_id,
       subscriber_id, transaction_id, channel, provider_id, integration_id, content, payload, status, created_at, expire_at)
     select id || '0004', $1, id || '0001', id || '0002', 'w' || i % 20, 'workflow', 't', 's' || i % 1000,
       'transaction' || i, 'in_app', 'novu', 'integration' || i % 5, 'Text', '{"name":"Bia"}',
       case when i % 500 = 1 then 'error' else 'sent' end, at, now() + interval '1 year'
     from ${rows}`,
    [environment.id],
  )
  await pool.query('vacuum analyze')
})
afterAll(() => world.close())

/** What the statements of a call cost; they answer nothing. */
const planOf = async (call: (explained: EnvironmentCtx) => Promise<unknown>): Promise<string> => {
  const plans: string[] = []
  const explain = async (query: SQL) => {
    const { rows } = await ctx.db.execute<{ 'QUERY PLAN': string }>(sql`explain (analyze) ${query}`)
    plans.push(...rows.map((row) => row['QUERY PLAN']))
    return { rows: [] }
  }
  await call({ ...ctx, db: { execute: explain } as unknown as EnvironmentCtx['db'] })
  return plans.join('\n')
}

const runsOf = (filters: RunFilters) => (own: EnvironmentCtx) => listRuns(own, { ...filters, within: 100_000 }, 0, 26)

it.each<[string, (explained: EnvironmentCtx) => Promise<unknown>]>([
  ['of workflows', countByWorkflow],
  ['of integrations', countByIntegration],
  ['by day', countByDay],
  ['of the backlog', countBacklog],
  ['of the newest runs', runsOf({})],
  ['of runs before another', runsOf({ before: { at: new Date(), id: 'f' } })],
  ['of runs of a time', runsOf({ from: new Date(Date.now() - 3_600_000) })],
  ['of runs of a transaction', runsOf({ transactionId: 'transaction77' })],
  ['of failed runs', runsOf({ status: 'failed' })],
  ['of delayed runs', runsOf({ status: 'delayed' })],
  ['of completed runs', runsOf({ status: 'completed' })],
  ['of canceled runs', runsOf({ status: 'canceled' })],
  ['of runs of somebody', runsOf({ emails: ['bia@example.test'], subscriberIds: ['bia@example.test'] })],
  ['of runs of nobody', runsOf({ emails: ['x'], subscriberIds: ['x'] })],
  ['of runs on a channel', runsOf({ channels: ['sms'] })],
  ['of a workflow', runsOf({ workflowIds: ['w3'] })],
  ['of the end of a page', (own) => findEndOfReach(own, { within: 50_000 })],
  ['of the trigger of a run', (own) => findTriggerOfRun(own, `${idFloor(ctx.now())}000000010001`)],
])('statements %s go by indexes', async (_name, call) => {
  const plan = await planOf(call)
  expect(plan.match(/Seq Scan on notification_(runs|jobs|messages|events)\b/g) ?? []).toEqual([])
})

it('counts what the rows say', async () => {
  const workflows = await countByWorkflow(ctx)
  const aDay = Math.floor(ROWS / 60)
  const total = [...workflows.values()].reduce((sum, { triggers }) => sum + triggers, 0)
  expect(Math.abs(total - aDay)).toBeLessThanOrEqual(2)
  const days = await countByDay(ctx)
  for (const { triggers, messages } of days.slice(0, -1)) {
    expect(Math.abs(triggers - aDay)).toBeLessThanOrEqual(2)
    expect(Math.abs(messages - triggers)).toBeLessThanOrEqual(2)
  }
})

it('finds all of someone by going on where the reach of a page ended', async () => {
  const found: string[] = []
  let before: RunFilters['before']
  for (let pages = 0; pages < 100; pages++) {
    const filters = { emails: ['bia@example.test'], before, within: 7000 }
    found.push(...(await listRuns(ctx, filters, 0, 1000)).map(({ id }) => id))
    before = (await findEndOfReach(ctx, filters)) ?? undefined
    if (!before) break
  }
  expect([new Set(found).size, found.length, before]).toEqual([ROWS / 1000, ROWS / 1000, undefined])
})
