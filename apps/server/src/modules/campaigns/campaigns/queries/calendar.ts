import type { CampaignFilter } from '@recado/contracts/campaigns/campaigns'
import { and, asc, eq, getTableColumns, type SQL, sql } from 'drizzle-orm'
import type { CompanyCtx } from '#server/context.ts'
import { campaigns } from '#server/db/schema/campaigns/campaigns.ts'
import { compileCampaignFilter } from './filter.ts'

const { id, name, state, pauseReason, schedule, startsAt, startedAt, finishedAt, finishEstimate } =
  getTableColumns(campaigns)

export type Span = { from: Date; to: Date }

const kind = sql`${schedule} -> 'start' ->> 'kind'`
const planned = sql`${schedule} -> 'start' ->> 'at'`

const select = (ctx: CompanyCtx, filter: CampaignFilter, where: SQL | undefined, limit: number) =>
  ctx.db
    .select({ id, name, state, pauseReason, schedule, startsAt, startedAt, finishedAt, finishEstimate })
    .from(campaigns)
    .where(and(eq(campaigns.companyId, ctx.company.id), compileCampaignFilter(ctx, filter), where))
    .orderBy(asc(sql`coalesce(${startedAt}, ${startsAt})`), asc(id))
    .limit(limit)

export type DatedRow = Awaited<ReturnType<typeof select>>[number]

/** Campaigns that start or ran in a span, its end not included. What was canceled before it started did neither. */
export const listDated = (ctx: CompanyCtx, filter: CampaignFilter, { from, to }: Span, limit: number) => {
  const begin = sql`coalesce(${startedAt}, ${startsAt})`
  const soFar = sql`case when ${startedAt} is not null then ${ctx.now()}::timestamptz end`
  const end = sql`coalesce(${finishedAt}, greatest(${finishEstimate}, ${soFar}))`
  return select(
    ctx,
    filter,
    sql`${state} <> 'draft' and ${kind} <> 'recurring' and ${begin} < ${to}::timestamptz
      and greatest(${begin}, ${end}) >= ${from}::timestamptz
      and (${state} <> 'canceled' or ${startedAt} is not null)`,
    limit,
  )
}

/** Drafts that have a time, of those whose time can be in a span whatever the zone that it is meant in. */
export const listPlanned = (ctx: CompanyCtx, filter: CampaignFilter, { from, to }: Span, limit: number) => {
  const day = (at: Date, days: number) => new Date(at.getTime() + days * 86_400_000).toISOString().slice(0, 10)
  return select(
    ctx,
    filter,
    sql`${state} = 'draft' and ${kind} in ('at', 'local') and ${planned} between ${day(from, -1)} and ${day(to, 2)}`,
    limit,
  )
}

/** Series that go on; of those whose campaigns are of one series, that one. */
export const listSeries = (ctx: CompanyCtx, { seriesId, ...filter }: CampaignFilter, limit: number) =>
  select(
    ctx,
    filter,
    and(sql`${state} = 'scheduled' and ${kind} = 'recurring'`, seriesId ? eq(id, seriesId) : undefined),
    limit,
  )
