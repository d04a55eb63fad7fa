import type { RunEnding } from '@recado/contracts/automation/automation-runs'
import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { CompanyCtx, Ctx } from '#server/context.ts'
import { type automationRunSteps, automationRuns } from '#server/db/schema/automation/runs.ts'
import { stringifySanitized } from '#server/lib/sanitize-text.ts'

export type RunRow = typeof automationRuns.$inferSelect
export type StepRow = typeof automationRunSteps.$inferSelect

const open = sql`state in ('queued', 'pending', 'delayed')`

export type NewRun = Pick<
  RunRow,
  | 'id'
  | 'automationId'
  | 'version'
  | 'eventId'
  | 'trigger'
  | 'contactId'
  | 'conversationId'
  | 'state'
  | 'node'
  | 'event'
  | 'wakeAt'
  | 'waitFor'
  | 'goalEvent'
  | 'parentId'
  | 'depth'
  | 'startedAt'
>

export const insertRuns = async (tx: CompanyCtx, runs: readonly NewRun[]): Promise<void> => {
  if (runs.length === 0) return
  await tx.db.execute(sql`
    insert into automation_runs (id, company_id, automation_id, version, event_id, trigger, contact_id, conversation_id,
      state, node, event, wake_at, wait_for, goal_event, parent_id, depth, started_at, updated_at)
    select id, ${tx.company.id}::uuid, "automationId", version, "eventId", trigger, "contactId", "conversationId", state,
      node, event, "wakeAt", "waitFor", "goalEvent", "parentId", depth, "startedAt", "startedAt"
    from jsonb_to_recordset(${stringifySanitized(runs)}::jsonb) as r(id uuid, "automationId" uuid, version int,
      "eventId" uuid, trigger text, "contactId" uuid, "conversationId" uuid, state text, node text, event jsonb,
      "wakeAt" timestamptz, "waitFor" text, "goalEvent" text, "parentId" uuid, depth smallint, "startedAt" timestamptz)`)
}

/** Counts runs that began in a month; false for more than may begin in it, of which none is counted. */
export const countRuns = async (
  tx: CompanyCtx,
  month: string,
  { begun, limit }: { begun: number; limit: number | null },
): Promise<boolean> => {
  if (begun === 0) return true
  const { rowCount } = await tx.db.execute(sql`
    insert into automation_run_counts as c (company_id, month, runs) values (${tx.company.id}, ${month}::date, ${begun})
    on conflict (company_id, month) do update set runs = c.runs + excluded.runs
      where c.runs + excluded.runs <= coalesce(${limit}::int, c.runs + excluded.runs)`)
  return rowCount === 1
}

/** Runs of some contacts that go on: those that wait for events, those with a goal, and those in the way of others. */
export const findOpenRuns = (tx: CompanyCtx, contactIds: readonly string[]): Promise<RunRow[]> =>
  tx.db
    .select()
    .from(automationRuns)
    .where(
      and(
        eq(automationRuns.companyId, tx.company.id),
        sql`${automationRuns.contactId} = any(${sql.param([...contactIds])}::uuid[])`,
        sql`${automationRuns.state} in ('queued', 'pending', 'delayed')`,
      ),
    )
    .orderBy(automationRuns.id)
    .limit(5000)

/** Lets runs that wait go on by a way out, if they wait still. */
export const wakeRuns = async (tx: CompanyCtx, ids: readonly string[], woken: string, now: Date): Promise<void> => {
  if (ids.length === 0) return
  await tx.db.execute(sql`
    update automation_runs set woken = ${woken}, state = 'pending', wake_at = ${now.toISOString()}::timestamptz,
      wait_event = null, updated_at = ${now.toISOString()}::timestamptz
    where company_id = ${tx.company.id} and id = any(${sql.param([...ids])}::uuid[]) and state = 'delayed'`)
}

const outcomes: Record<RunEnding, RunRow['state']> = {
  ...{ finished: 'completed', goal: 'completed', error: 'failed', too_many_steps: 'failed', too_long: 'failed' },
  ...{ canceled: 'canceled', replaced: 'canceled', stopped: 'canceled', contact_erased: 'canceled' },
  ...{ contact_gone: 'canceled', archived: 'canceled', access_revoked: 'canceled' },
}

export const stateOfEnding = (ending: RunEnding): RunRow['state'] => outcomes[ending]

/** Ends runs that go on, whoever works on them: their leases are void. Answers how many there were. */
export const endRuns = async (tx: Ctx, which: SQL, ending: RunEnding): Promise<number> => {
  const now = tx.now().toISOString()
  const { rows } = await tx.db.execute<{ n: number }>(sql`
    with ended as (
      update automation_runs set state = ${outcomes[ending]}, ending = ${ending}, wake_at = null, wait_for = null,
        wait_event = null, held = 0, lease = null, lease_until = null, updated_at = ${now}::timestamptz,
        ended_at = ${now}::timestamptz
      where ${which} and ${open} returning id),
    steps as (
      update automation_run_steps s set state = 'skipped', ended_at = ${now}::timestamptz
      from ended e where s.run_id = e.id and s.state = 'waiting')
    select count(*)::int as n from ended`)
  return rows[0]?.n ?? 0
}

export const endRunsById = (tx: CompanyCtx, ids: readonly string[], ending: RunEnding): Promise<number> =>
  ids.length === 0
    ? Promise.resolve(0)
    : endRuns(tx, sql`company_id = ${tx.company.id} and id = any(${sql.param([...ids])}::uuid[])`, ending)

export const endRunsOf = (tx: Ctx, companyId: string, automationId: string, ending: RunEnding): Promise<number> =>
  endRuns(tx, sql`company_id = ${companyId} and automation_id = ${automationId}`, ending)

/** Puts aside what is due of an automation that is paused. The rest is put aside when its time comes. */
export const holdDue = async (tx: Ctx, automationId: string): Promise<void> => {
  await tx.db.execute(sql`update automation_runs set wake_at = null, held = 1, lease = null, lease_until = null
    where automation_id = ${automationId} and ${open} and wake_at <= ${tx.now().toISOString()}::timestamptz`)
}

/** Lets go on what came due while its automation was paused. */
export const releaseHeld = async (tx: Ctx, automationId: string): Promise<void> => {
  await tx.db.execute(sql`update automation_runs set wake_at = ${tx.now().toISOString()}::timestamptz, held = 0
    where automation_id = ${automationId} and held = 1 and ${open}`)
}

/** Lets the next of those that wait for their turn begin, for contacts whose run has ended. */
export const promoteQueued = async (
  tx: Ctx,
  ended: readonly { automationId: string; contactId: string | null }[],
): Promise<void> => {
  const pairs = ended.flatMap(({ automationId, contactId }) => (contactId ? [{ automationId, contactId }] : []))
  if (pairs.length === 0) return
  const now = tx.now().toISOString()
  await tx.db.execute(sql`
    update automation_runs r set state = 'pending', wait_for = null, wake_at = ${now}::timestamptz
    where r.state = 'queued' and r.id in (
      select n.id from jsonb_to_recordset(${JSON.stringify(pairs)}::jsonb) as p("automationId" uuid, "contactId" uuid)
      cross join lateral (
        select q.id from automation_runs q where q.automation_id = p."automationId" and q.contact_id = p."contactId"
          and q.state = 'queued' and not exists (select 1 from automation_runs o
            where o.automation_id = q.automation_id and o.contact_id = q.contact_id and o.state in ('pending', 'delayed'))
        order by q.id limit 1) n)`)
}

const leaseSeconds = 60

/**
 * Takes runs whose time has come under a lease. Those of companies that have many take turns with the others: each gets
 * as many as there is room for.
 */
export const claimRuns = async (
  ctx: Ctx,
  { lease, limit, each }: { lease: string; limit: number; each: number },
): Promise<RunRow[]> => {
  const now = ctx.now().toISOString()
  const due = (alias: SQL) =>
    sql`${alias}.wake_at <= ${now}::timestamptz and (${alias}.lease_until is null or ${alias}.lease_until < now())`
  const claim = (ids: SQL) =>
    ctx.db.execute<{ id: string }>(sql`
      update automation_runs set lease = ${lease}, lease_until = now() + make_interval(secs => ${leaseSeconds})
      where id = any(array(${ids})) and wake_at is not null returning id`)
  const r = sql.raw('r')
  const head = await claim(sql`select r.id from automation_runs r where ${due(r)} order by r.wake_at limit ${limit}
    for update skip locked`)
  const ids = head.rows.map(({ id }) => id)
  if (ids.length === limit) {
    // The head may be one company's alone.
    const more = await claim(sql`select n.id from companies c cross join lateral (
      select r.id from automation_runs r where r.company_id = c.id and ${due(r)} order by r.wake_at limit ${each}
      for update skip locked) n where c.deleted_at is null`)
    ids.push(...more.rows.map(({ id }) => id))
  }
  if (ids.length === 0) return []
  return ctx.db
    .select()
    .from(automationRuns)
    .where(sql`${automationRuns.id} = any(${sql.param(ids)}::uuid[]) and ${automationRuns.lease} = ${lease}`)
}

/** The run, locked, if whoever asks still works on it. */
export const lockLeased = async (tx: CompanyCtx, id: string, lease: string): Promise<boolean> => {
  const { rows } = await tx.db.execute(sql`
    select 1 from automation_runs where company_id = ${tx.company.id} and id = ${id} and lease = ${lease} and ${open}
    for update`)
  return rows.length > 0
}

export type NewStep = Omit<StepRow, 'companyId' | 'automationId' | 'runId'>

/** What is written of a run that went on. */
export type Progress = {
  run: RunRow
  steps: readonly NewStep[]
}

/** How progress is written: `lease` is that of whoever writes, who goes on working with `keep`. */
export type Writing = { lease: string; keep?: boolean }

/**
 * Writes down how far runs have come, with the steps that they did, if whoever writes still works on them. Answers the ids
 * of those that were written.
 */
export const saveRuns = async (
  tx: CompanyCtx,
  { lease, keep = false }: Writing,
  progress: readonly Progress[],
): Promise<ReadonlySet<string>> => {
  if (progress.length === 0) return new Set()
  const now = tx.now().toISOString()
  const steps = progress.flatMap(({ run, steps: own }) => own.map((step) => ({ ...step, runId: run.id })))
  const { rows } = await tx.db.execute<{ id: string }>(sql`
    with moved as (
      update automation_runs r set state = n.state, ending = n.ending, node = n.node, loops = n.loops,
        variables = n.variables, steps = n.steps, requests = n.requests, attempt = n.attempt, wake_at = n."wakeAt",
        held = n.held, wait_for = n."waitFor", wait_event = n."waitEvent", woken = n.woken, error = n.error,
        conversation_id = n."conversationId", ended_at = n."endedAt",
        lease = case when ${keep} then r.lease end, lease_until = case when ${keep} then r.lease_until end,
        updated_at = ${now}::timestamptz
      from jsonb_to_recordset(${stringifySanitized(progress.map(({ run }) => run))}::jsonb) as n(id uuid, state text,
        ending text, node text, loops jsonb, variables jsonb, steps int, requests smallint, attempt smallint,
        "wakeAt" timestamptz, held smallint, "waitFor" text, "waitEvent" text, woken text, error jsonb,
        "conversationId" uuid, "endedAt" timestamptz)
      where r.id = n.id and r.company_id = ${tx.company.id} and r.lease = ${lease}
        and r.state in ('queued', 'pending', 'delayed')
      returning r.id, r.automation_id),
    written as (
      insert into automation_run_steps (company_id, run_id, automation_id, seq, id, node, kind, rounds, state, outlet,
        decision, input, output, error, attempt, started_at, ended_at)
      select ${tx.company.id}::uuid, m.id, m.automation_id, s.seq, s.id, s.node, s.kind,
        array(select jsonb_array_elements_text(s.rounds)::int), s.state, s.outlet, s.decision, s.input, s.output, s.error,
        s.attempt, s."startedAt", s."endedAt"
      from jsonb_to_recordset(${stringifySanitized(steps)}::jsonb) as s("runId" uuid, seq int, id uuid, node text,
        kind text, rounds jsonb, state text, outlet text, decision jsonb, input jsonb, output jsonb, error jsonb,
        attempt smallint, "startedAt" timestamptz, "endedAt" timestamptz)
      join moved m on m.id = s."runId"
      on conflict (run_id, seq) do update set state = excluded.state, outlet = excluded.outlet,
        decision = coalesce(excluded.decision, automation_run_steps.decision), output = coalesce(excluded.output, automation_run_steps.output),
        error = excluded.error, attempt = excluded.attempt, ended_at = excluded.ended_at)
    select id from moved`)
  return new Set(rows.map(({ id }) => id))
}

/** Notes a call that is about to be made, so that it is known to have been tried whatever becomes of this process. */
export const noteAttempt = async (tx: CompanyCtx, run: RunRow, lease: string): Promise<boolean> => {
  const { rowCount } = await tx.db.execute(sql`
    update automation_runs set attempt = ${run.attempt}, requests = ${run.requests}
    where company_id = ${tx.company.id} and id = ${run.id} and lease = ${lease} and ${open}`)
  return (rowCount ?? 0) > 0
}

/** Gives back a run that could not be worked on, to be taken up again later. */
export const putOff = async (
  tx: CompanyCtx,
  { id, lease, at, attempt }: { id: string; lease: string; at: Date; attempt: number },
): Promise<void> => {
  await tx.db.execute(sql`
    update automation_runs set lease = null, lease_until = null, attempt = ${attempt},
      wake_at = ${at.toISOString()}::timestamptz
    where company_id = ${tx.company.id} and id = ${id} and lease = ${lease} and ${open}`)
}

export const findRun = async (ctx: CompanyCtx, id: string): Promise<RunRow | null> => {
  const [row] = await ctx.db
    .select()
    .from(automationRuns)
    .where(and(eq(automationRuns.companyId, ctx.company.id), eq(automationRuns.id, id)))
  return row ?? null
}

export const lockRun = async (tx: CompanyCtx, id: string): Promise<RunRow | null> => {
  const [row] = await tx.db
    .select()
    .from(automationRuns)
    .where(and(eq(automationRuns.companyId, tx.company.id), eq(automationRuns.id, id)))
    .for('update')
  return row ?? null
}

export const updateRun = async (tx: CompanyCtx, id: string, change: Partial<RunRow>): Promise<void> => {
  await tx.db
    .update(automationRuns)
    .set({ ...change, updatedAt: tx.now() })
    .where(and(eq(automationRuns.companyId, tx.company.id), eq(automationRuns.id, id)))
}

/** How many of the last runs of an automation that ended, since it was started, failed. */
export const countLastFailures = async (
  tx: CompanyCtx,
  automationId: string,
  { since, last }: { since: Date; last: number },
): Promise<{ ended: number; failed: number }> => {
  const { rows } = await tx.db.execute<{ ended: number; failed: number }>(sql`
    select count(*)::int as ended, count(*) filter (where state = 'failed')::int as failed from (
      select state from automation_runs where company_id = ${tx.company.id} and automation_id = ${automationId}
        and state in ('completed', 'failed') and ended_at > ${since.toISOString()}::timestamptz
      order by id desc limit ${last}) r`)
  return rows[0] ?? { ended: 0, failed: 0 }
}

/** For pairs of an automation and a contact: when one was last in the other, and how often within an hour. */
export const findVisits = async (
  tx: CompanyCtx,
  contactIds: readonly string[],
  hourAgo: Date,
): Promise<ReadonlyMap<string, { last: Date; lately: number }>> => {
  if (contactIds.length === 0) return new Map()
  const { rows } = await tx.db.execute<{ key: string; last: string; lately: number }>(sql`
    select automation_id || ' ' || contact_id as key, max(at) as last,
      count(*) filter (where at > ${hourAgo.toISOString()}::timestamptz)::int as lately
    from automation_entries where company_id = ${tx.company.id} and run_id is not null
      and contact_id = any(${sql.param([...contactIds])}::uuid[])
    group by automation_id, contact_id`)
  return new Map(rows.map(({ key, last, lately }) => [key, { last: new Date(last), lately }]))
}
