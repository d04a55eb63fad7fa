import type { ChannelType, NotificationJobStatus, StepType } from '@recado/contracts/notifications/domain'
import { type SQL, sql } from 'drizzle-orm'
import { containing } from '#server/db/like.ts'
import type { JobDetail, notificationJobs } from '#server/db/schema/notifications/runs.ts'
import type { StoredStep } from '#server/db/schema/notifications/workflows.ts'
import type { EnvironmentCtx } from '#server/notifications/shared/context.ts'
import { notFound } from '#server/notifications/shared/errors.ts'

const LIST_PAYLOAD_BYTES = 64 * 1024
const ITEM_PAYLOAD_BYTES = 1024 * 1024

export type RunFilters = {
  channels?: readonly ChannelType[] | undefined
  workflowIds?: readonly string[] | undefined
  /** The customer's own ids; together with `emails` they say whose runs are wanted. */
  subscriberIds?: readonly string[] | undefined
  emails?: readonly string[] | undefined
  /** Part of a name, an e-mail address or a subscriber's id; or a whole transaction id. */
  search?: string | undefined
  transactionId?: string | undefined
  tenant?: string | undefined
  /** Runs with a step in this state. */
  status?: NotificationJobStatus | undefined
  from?: Date | undefined
  /** Exclusive. */
  to?: Date | undefined
  /** The last run of the page before. */
  before?: Place | undefined
  /** How many of them are looked at, the newest first; all unless said. */
  within?: number | undefined
}

type Place = { at: Date; id: string }

export type RunJob = {
  id: string
  type: StepType
  status: NotificationJobStatus
  digest: typeof notificationJobs.$inferSelect.digest
  providerId: string | null
  mergedInto: string | null
  stepId: string
  details: JobDetail[]
  runAt: Date | null
  createdAt: Date
  updatedAt: Date
}

export type RunPerson = {
  id: string
  subscriberId: string
  firstName: string | null
  lastName: string | null
  email: string | null
  phone: string | null
}

/** A workflow that ran for a subscriber, with its jobs in order. */
export type Run = {
  id: string
  transactionId: string
  channels: string[]
  createdAt: Date
  subscriberKey: string
  /** Null when they were removed since. */
  subscriber: RunPerson | null
  actor: RunPerson | null
  tenant: { identifier: string; name: string | null } | null
  /** `translations` as the workflow's data has them, unchecked. */
  workflow: { id: string; version: number; name: string; identifier: string; translations: unknown }
  steps: StoredStep[]
  /** Null when it is too large to be shown here. */
  payload: Record<string, unknown> | null
  overrides: Record<string, unknown> | null
  isTest: boolean
  jobs: RunJob[]
}

const joined = (conditions: readonly SQL[], word: SQL) => sql.join([...conditions], word)
const anyOf = (values: readonly string[]) => sql`any(${sql.param(values)}::text[])`

const ofPeople = (ctx: EnvironmentCtx, where: SQL) =>
  sql`r.subscriber_id in (select s.id from notification_subscribers s
    where s.environment_id = ${ctx.environment.id} and (${where}))`

const ofTransaction = (ctx: EnvironmentCtx, transactionId: string) =>
  sql`r.event_id in (select e.id from notification_events e
    where e.environment_id = ${ctx.environment.id} and e.transaction_id = ${transactionId})`

const searched = (ctx: EnvironmentCtx, text: string) => {
  const part = containing(text)
  const person = sql`s.subscriber_id ilike ${part} or s.email ilike ${part}
    or concat_ws(' ', s.first_name, s.last_name) ilike ${part}`
  return sql`(${ofPeople(ctx, person)} or ${ofTransaction(ctx, text)})`
}

const ofTenant = (ctx: EnvironmentCtx, identifier: string) =>
  sql`r.tenant_id = (select t.id from notification_tenants t
    where t.environment_id = ${ctx.environment.id} and t.identifier = ${identifier})`

/** Asked of each run that is looked at; an `exists` might walk through all jobs when few are in that state. */
const withJob = (ctx: EnvironmentCtx, status: NotificationJobStatus) =>
  sql`${status} = any(array(select j.status from notification_jobs j
    where j.run_id = r.id and j.environment_id = ${ctx.environment.id}))`

const instant = (at: Date) => sql`${at.toISOString()}::timestamptz`

const between = ({ from, to, before }: RunFilters): SQL[] => [
  ...(from ? [sql`r.created_at >= ${instant(from)}`] : []),
  ...(to ? [sql`r.created_at < ${instant(to)}`] : []),
  ...(before ? [sql`(r.created_at, r.id) < (${instant(before.at)}, ${before.id})`] : []),
]

const inReach = (ctx: EnvironmentCtx, filters: RunFilters): SQL =>
  joined([sql`r.environment_id = ${ctx.environment.id}`, ...between(filters)], sql` and `)

const newestFirst = sql`order by r.created_at desc, r.id desc`

/** The runs among which a list looks. */
const candidates = (ctx: EnvironmentCtx, filters: RunFilters): SQL =>
  filters.within === undefined
    ? sql`notification_runs`
    : sql`(select r.* from notification_runs r where ${inReach(ctx, filters)} ${newestFirst} limit ${filters.within})`

const conditions = (ctx: EnvironmentCtx, filters: RunFilters): SQL[] => {
  const { channels, workflowIds, subscriberIds, emails, search, transactionId, tenant, status } = filters
  const people = [
    ...(subscriberIds ? [sql`s.subscriber_id = ${anyOf(subscriberIds)}`] : []),
    ...(emails ? [sql`s.email = ${anyOf(emails)}`] : []),
  ]
  return [
    inReach(ctx, filters),
    ...(channels ? [sql`r.channels && ${sql.param(channels)}::text[]`] : []),
    ...(workflowIds ? [sql`r.workflow_id = ${anyOf(workflowIds.map((id) => id.toLowerCase()))}`] : []),
    ...(people.length > 0 ? [ofPeople(ctx, joined(people, sql` or `))] : []),
    ...(search ? [searched(ctx, search)] : []),
    ...(transactionId ? [ofTransaction(ctx, transactionId)] : []),
    ...(tenant ? [ofTenant(ctx, tenant)] : []),
    ...(status ? [withJob(ctx, status)] : []),
  ]
}

type RunRow = Omit<Run, 'createdAt' | 'jobs' | 'workflow'> & {
  createdAt: string
  workflowId: string
  workflowVersion: number
  workflowName: string | null
  workflowIdentifier: string | null
  workflowTranslations: unknown
}

const person = (alias: SQL) => sql`case when ${alias}.id is not null then jsonb_build_object('id', ${alias}.id,
  'subscriberId', ${alias}.subscriber_id, 'firstName', ${alias}.first_name, 'lastName', ${alias}.last_name,
  'email', ${alias}.email, 'phone', ${alias}.phone) end`

const upTo = (bytes: number, column: SQL) => sql`case when octet_length(${column}::text) <= ${bytes} then ${column} end`

const runRows = async (ctx: EnvironmentCtx, page: SQL, payloadBytes: number): Promise<RunRow[]> => {
  const result = await ctx.db.execute<RunRow>(sql`
    select r.id, r.transaction_id as "transactionId", r.channels, r.created_at as "createdAt",
      r.subscriber_id as "subscriberKey",
      r.workflow_id as "workflowId", r.workflow_version as "workflowVersion", coalesce(v.name, w.name) as "workflowName",
      w.identifier as "workflowIdentifier", w.data -> 'translations' as "workflowTranslations",
      coalesce(v.steps, '[]') as steps,
      ${upTo(payloadBytes, sql`e.payload`)} as payload, ${upTo(payloadBytes, sql`e.overrides`)} as overrides,
      coalesce(e.is_test, false) as "isTest", ${person(sql`s`)} as subscriber, ${person(sql`a`)} as actor,
      case when t.id is not null then jsonb_build_object('identifier', t.identifier, 'name', t.name) end as tenant
    from (${page}) r
    left join notification_subscribers s on s.id = r.subscriber_id
    left join notification_subscribers a on a.id = r.actor_id
    left join notification_tenants t on t.id = r.tenant_id
    left join notification_workflows w on w.id = r.workflow_id
    left join notification_workflow_versions v on v.workflow_id = r.workflow_id and v.version = r.workflow_version
    left join notification_events e on e.id = r.event_id
    order by r.created_at desc, r.id desc`)
  return result.rows
}

type JobRow = Omit<RunJob, 'runAt' | 'createdAt' | 'updatedAt'> & {
  runId: string
  runAt: string | null
  createdAt: string
  updatedAt: string
}

const jobsByRun = async (ctx: EnvironmentCtx, runIds: readonly string[]): Promise<Map<string, RunJob[]>> => {
  const result = await ctx.db.execute<JobRow>(sql`
    select j.id, j.run_id as "runId", j.type, j.status, j.provider_id as "providerId", j.merged_into as "mergedInto",
      case when octet_length(j.digest::text) <= ${LIST_PAYLOAD_BYTES} then j.digest else j.digest - 'events' end as digest,
      j.step_id as "stepId", j.details, j.run_at as "runAt", j.created_at as "createdAt", j.updated_at as "updatedAt"
    from notification_jobs j
    where j.environment_id = ${ctx.environment.id} and j.run_id = ${anyOf(runIds)}
    order by j.run_id, j.step_index`)
  const jobs = new Map<string, RunJob[]>(runIds.map((id) => [id, []]))
  for (const { runId, ...row } of result.rows)
    jobs.get(runId)?.push({
      ...row,
      runAt: row.runAt === null ? null : new Date(row.runAt),
      createdAt: new Date(row.createdAt),
      updatedAt: new Date(row.updatedAt),
    })
  return jobs
}

const runsOf = async (ctx: EnvironmentCtx, rows: readonly RunRow[]): Promise<Run[]> => {
  if (rows.length === 0) return []
  const ids = rows.map((row) => row.id)
  const jobs = await jobsByRun(ctx, ids)
  return rows.map(
    ({ workflowId, workflowVersion, workflowName, workflowIdentifier, workflowTranslations, ...row }) => ({
      ...row,
      createdAt: new Date(row.createdAt),
      workflow: {
        id: workflowId,
        version: workflowVersion,
        name: workflowName ?? '',
        identifier: workflowIdentifier ?? '',
        translations: workflowTranslations,
      },
      jobs: jobs.get(row.id) ?? [],
    }),
  )
}

/** What workflows did, the newest first. Large payloads are left out. */
export const listRuns = async (
  ctx: EnvironmentCtx,
  filters: RunFilters,
  offset: number,
  limit: number,
): Promise<Run[]> => {
  const where = joined(conditions(ctx, filters), sql` and `)
  const page = sql`select r.* from ${candidates(ctx, filters)} r where ${where}
    ${newestFirst} limit ${limit} offset ${offset}`
  return runsOf(ctx, await runRows(ctx, page, LIST_PAYLOAD_BYTES))
}

/** Where the runs end that a list looks at `within`; null when it looks at all that are left. */
export const findEndOfReach = async (
  ctx: EnvironmentCtx,
  filters: RunFilters & { within: number },
): Promise<Place | null> => {
  const result = await ctx.db.execute<{ at: string; id: string }>(sql`
    select r.created_at as at, r.id from notification_runs r where ${inReach(ctx, filters)}
    ${newestFirst} offset ${filters.within - 1} limit 1`)
  const [end] = result.rows
  return end ? { at: new Date(end.at), id: end.id } : null
}

export const findRun = async (ctx: EnvironmentCtx, id: string): Promise<Run | null> => {
  const page = sql`select r.* from notification_runs r
    where r.environment_id = ${ctx.environment.id} and r.id = ${id.toLowerCase()}`
  const [run] = await runsOf(ctx, await runRows(ctx, page, ITEM_PAYLOAD_BYTES))
  return run ?? null
}

/** 404 when there is none. */
export const loadRun = async (ctx: EnvironmentCtx, id: string): Promise<Run> => {
  const run = await findRun(ctx, id)
  if (!run) throw notFound(`Notification with id ${id} not found`)
  return run
}
