import { type LogCode, logCodes } from '@recado/contracts/notifications/domain'
import { type SQL, sql } from 'drizzle-orm'
import { notificationLogs } from '#server/db/schema/notifications/runs.ts'
import type { EnvironmentCtx } from '#server/notifications/shared/context.ts'

const ROWS_A_STATEMENT = 5000

export const insertLogs = async (
  ctx: EnvironmentCtx,
  rows: readonly (typeof notificationLogs.$inferInsert)[],
): Promise<void> => {
  for (let from = 0; from < rows.length; from += ROWS_A_STATEMENT)
    await ctx.db.insert(notificationLogs).values(rows.slice(from, from + ROWS_A_STATEMENT))
}

export type LogLevel = (typeof logCodes)[LogCode]['level']

export type LogFilters = {
  codes?: readonly LogCode[] | undefined
  level?: LogLevel | undefined
  transactionId?: string | undefined
  /** The customer's own id. */
  subscriberId?: string | undefined
  /** `cursor` of the last line of the page before. */
  before?: string | undefined
  limit: number
}

export type LogLine = {
  id: string
  code: LogCode
  level: LogLevel
  text: string
  transactionId: string | null
  workflowId: string | null
  workflowName: string | null
  /** The subscriber's own id; null if the entry concerns no subscriber, or a deleted one. */
  subscriberId: string | null
  jobId: string | null
  raw: string | null
  at: Date
  cursor: string
}

const isCode = (code: number): code is LogCode => code in logCodes

const wantedCodes = ({ codes, level }: LogFilters): LogCode[] =>
  Object.keys(logCodes)
    .map(Number)
    .filter(isCode)
    .filter((code) => (!codes || codes.includes(code)) && (!level || logCodes[code].level === level))

type Place = { id: string; code: number }

const placeOf = (cursor: string | undefined): Place | null => {
  const [, id = '', code = ''] = /^([0-9a-f]{24})-(\d{4})$/.exec(cursor ?? '') ?? []
  return id === '' ? null : { id, code: Number(code) }
}

const and = (parts: (SQL | null | undefined | false)[]): SQL => sql.join(parts.filter(Boolean) as SQL[], sql` and `)

/** Received and processed triggers, which concern no single subscriber. */
const eventLines = (ctx: EnvironmentCtx, filters: LogFilters, place: Place | null, code: 1000 | 1009): SQL => sql`
  select e.id, ${code}::int as code, null as text, e.transaction_id, e.workflow_id, null as subscriber_id,
    null as job_id, null as raw, ${code === 1000 ? sql`e.created_at` : sql`e.processed_at`} as at
  from notification_events e
  where ${and([
    sql`e.environment_id = ${ctx.environment.id}`,
    code === 1009 && sql`e.state = 2`,
    filters.transactionId !== undefined && sql`e.transaction_id = ${filters.transactionId}`,
    place && (code < place.code ? sql`e.id <= ${place.id}` : sql`e.id < ${place.id}`),
  ])}
  order by e.id desc limit ${filters.limit}`

const ofSubscriber = (ctx: EnvironmentCtx, subscriberId: string | undefined) =>
  subscriberId !== undefined &&
  sql`subscriber_id = (select s.id from notification_subscribers s
    where s.environment_id = ${ctx.environment.id} and s.subscriber_id = ${subscriberId})`

/** By the jobs: messages have no index by transaction. */
const ofTransaction = (ctx: EnvironmentCtx, transactionId: string) => sql`job_id in (
  select j.id from notification_events e join notification_runs r on r.event_id = e.id
  join notification_jobs j on j.run_id = r.id
  where e.environment_id = ${ctx.environment.id} and e.transaction_id = ${transactionId})`

const inboxLines = (ctx: EnvironmentCtx, filters: LogFilters, place: Place | null): SQL => sql`
  select id, 1007 as code, null as text, transaction_id, workflow_id, subscriber_id, job_id, null as raw, created_at as at
  from notification_messages
  where ${and([
    sql`environment_id = ${ctx.environment.id} and channel = 'in_app'`,
    filters.transactionId !== undefined && ofTransaction(ctx, filters.transactionId),
    ofSubscriber(ctx, filters.subscriberId),
    place && sql`id < ${place.id}`,
  ])}
  order by id desc limit ${filters.limit}`

const errorLines = (
  ctx: EnvironmentCtx,
  filters: LogFilters,
  place: Place | null,
  codes: readonly LogCode[],
): SQL => sql`
  select id, code::int, text, transaction_id, workflow_id, subscriber_id, job_id, raw, created_at as at
  from notification_logs
  where ${and([
    sql`environment_id = ${ctx.environment.id} and code = any(${sql.param(codes)}::smallint[])`,
    filters.transactionId !== undefined && sql`transaction_id = ${filters.transactionId}`,
    ofSubscriber(ctx, filters.subscriberId),
    place && sql`id < ${place.id}`,
  ])}
  order by id desc limit ${filters.limit}`

type Row = Omit<LogLine, 'level' | 'at' | 'cursor' | 'text'> & { text: string | null; at: string }

/** The execution log, the newest first: stored errors, and what events and inbox messages tell by being there. */
export const listLogs = async (ctx: EnvironmentCtx, filters: LogFilters): Promise<LogLine[]> => {
  const place = placeOf(filters.before)
  const codes = wantedCodes(filters)
  const errors = codes.filter((code) => logCodes[code].level === 'error')
  const aboutSomebody = filters.subscriberId !== undefined
  const sources = [
    ...([1000, 1009] as const)
      .filter((code) => codes.includes(code) && !aboutSomebody)
      .map((code) => eventLines(ctx, filters, place, code)),
    ...(codes.includes(1007) ? [inboxLines(ctx, filters, place)] : []),
    ...(errors.length > 0 ? [errorLines(ctx, filters, place, errors)] : []),
  ]
  if (sources.length === 0) return []
  const all = sql.join(
    sources.map((source) => sql`(${source})`),
    sql` union all `,
  )
  const result = await ctx.db.execute<Row>(sql`
    select l.id, l.code, l.text, l.transaction_id as "transactionId", l.workflow_id as "workflowId",
      w.name as "workflowName", s.subscriber_id as "subscriberId", l.job_id as "jobId", l.raw, l.at
    from (select * from (${all}) every order by id desc, code desc limit ${filters.limit}) l
    left join notification_workflows w on w.id = l.workflow_id
    left join notification_subscribers s on s.id = l.subscriber_id
    order by l.id desc, l.code desc`)
  return result.rows.map((row) => ({
    ...row,
    level: logCodes[row.code].level,
    text: row.text ?? logCodes[row.code].text,
    at: new Date(row.at),
    cursor: `${row.id}-${row.code}`,
  }))
}
