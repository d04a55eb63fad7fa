import type { CampaignState, PauseReason } from '@recado/contracts/campaigns/campaigns'
import type { OverseenFilter } from '@recado/contracts/campaigns/oversight'
import type { RiskRule, RiskState } from '@recado/contracts/campaigns/risks'
import { type SQL, sql } from 'drizzle-orm'
import type { Ctx } from '#server/context.ts'
import { containing } from '#server/db/like.ts'
import type { RankedPlace } from '#server/lib/cursor.ts'

export type OverseenRow = {
  id: string
  name: string
  companyId: string
  companyName: string
  currency: string
  state: CampaignState
  pauseReason: PauseReason | null
  launchedBy: string | null
  launcherName: string | null
  launcherAvatar: string | null
  startedAt: string | null
  createdAt: string
  recipients: number
  queued: number
  sent: number
  delivered: number
  failed: number
  optedOut: number
  amount: number
  lately: number
  quality: string | null
  risks: RiskRule[]
}

const conditionsOf = ({ search, state, companyId, rule, from, to }: OverseenFilter): SQL[] => {
  const part = search && containing(search)
  return [
    sql`c.state <> 'draft'`,
    sql`p.deleted_at is null and p.sandbox_of is null`,
    ...(part ? [sql`(c.name ilike ${part} or p.name ilike ${part})`] : []),
    ...(state ? [sql`c.state = ${state}`] : []),
    ...(companyId ? [sql`c.company_id = ${companyId}::uuid`] : []),
    ...(rule
      ? [
          sql`(c.company_id, c.id) in (select r.company_id, r.campaign_id from campaign_risks r
            where r.state = 'open' and r.rule = ${rule})`,
        ]
      : []),
    ...(from ? [sql`c.created_at >= ${from}::date::timestamp at time zone 'UTC'`] : []),
    ...(to ? [sql`c.created_at < (${to}::date + 1)::timestamp at time zone 'UTC'`] : []),
  ]
}

const found = (conditions: readonly SQL[], limit: number): SQL => sql`
  select c.*, p.name as company_name, p.currency from campaigns c join companies p on p.id = c.company_id
  where ${sql.join([...conditions], sql` and `)} order by c.created_at desc, c.id desc limit ${limit}`

const sumOf = (measure: string): SQL => sql`coalesce(sum(s.n) filter (where s.measure = ${measure}), 0)::float8`

// The rows of the page first, then the sums of each by their key: nothing is added up of campaigns that are not shown.
const withSums = (page: SQL, now: Date): SQL => sql`
  with page as materialized (${page})
  select c.id, c.name, c.company_id as "companyId", c.company_name as "companyName", c.currency, c.state,
    c.pause_reason as "pauseReason", c.launched_by as "launchedBy", u.name as "launcherName",
    u.avatar_file_id as "launcherAvatar", c.started_at::text as "startedAt", c.created_at::text as "createdAt",
    s.*, t.quality, coalesce(r.risks, '{}') as risks
  from page c
  left join users u on u.id = c.launched_by
  cross join lateral (
    select ${sumOf('recipients')} as recipients, ${sumOf('queued')} as queued, ${sumOf('sent')} as sent,
      ${sumOf('delivered')} as delivered, ${sumOf('failed')} as failed, ${sumOf('opted_out')} as "optedOut",
      coalesce(sum(s.amount) filter (where s.measure = 'cost'), 0)::float8 as amount,
      coalesce(sum(s.n) filter (where s.measure = 'sent'
        and s.hour >= date_trunc('hour', ${now.toISOString()}::timestamptz) - interval '1 hour'), 0)::float8 as lately
    from campaign_counts s where s.company_id = c.company_id and s.campaign_id = c.id
      and s.measure = any(array['recipients', 'queued', 'sent', 'delivered', 'failed', 'opted_out', 'cost'])
  ) s
  left join lateral (
    select (array_agg(t.quality order by array_position(array['RED', 'YELLOW', 'GREEN'], t.quality))
      filter (where t.quality in ('RED', 'YELLOW', 'GREEN')))[1] as quality
    from templates t where t.company_id = c.company_id
      and t.name in (select v ->> 'template' from jsonb_array_elements(c.content -> 'variants') v)
  ) t on true
  left join lateral (
    select array_agg(r.rule order by r.rule) as risks from campaign_risks r
    where r.company_id = c.company_id and r.campaign_id = c.id and r.state = 'open'
  ) r on true
  order by c.created_at desc, c.id desc`

/** A page of what all companies launched, newest first. */
export const listAcrossCompanies = async (
  ctx: Ctx,
  filter: OverseenFilter,
  { before, limit }: { before: RankedPlace | null; limit: number },
): Promise<OverseenRow[]> => {
  const place = before && sql`(c.created_at, c.id) < (${before.at}::timestamptz, ${before.id}::uuid)`
  const page = found([...conditionsOf(filter), ...(place ? [place] : [])], limit)
  return (await ctx.db.execute<OverseenRow>(withSums(page, ctx.now()))).rows
}

/** How many campaigns a filter leaves; counted up to one more than a limit. */
export const countAcrossCompanies = async (ctx: Ctx, filter: OverseenFilter, limit: number): Promise<number> => {
  const { rows } = await ctx.db.execute<{ n: number }>(sql`
    select count(*)::int as n from (select 1 from campaigns c join companies p on p.id = c.company_id
      where ${sql.join(conditionsOf(filter), sql` and `)} limit ${limit + 1}) found`)
  return rows[0]?.n ?? 0
}

/** One campaign of any company once it is launched, or null. */
export const findAcrossCompanies = async (ctx: Ctx, id: string): Promise<OverseenRow | null> =>
  (await ctx.db.execute<OverseenRow>(withSums(found([...conditionsOf({}), sql`c.id = ${id}::uuid`], 1), ctx.now())))
    .rows[0] ?? null

type Place = Pick<OverseenRow, 'id' | 'companyId'>

/** Where a campaign belongs, as its company works; null for what is not launched. */
export const findPlaceAcrossCompanies = async (ctx: Ctx, id: string) => {
  const { rows } = await ctx.db.execute<{ id: string; name: string; timezone: string; accessBlocks: string[] }>(sql`
    select p.id, p.name, p.timezone, p.access_blocks as "accessBlocks"
    from campaigns c join companies p on p.id = c.company_id
    where c.id = ${id}::uuid and c.state <> 'draft' and p.deleted_at is null`)
  return rows[0] ?? null
}

type Detail = {
  templates: string[]
  startsAt: string | null
  finishedAt: string | null
  note: string | null
  perSecond: number | null
  mayBulk: boolean
}

/** What the page of a campaign shows besides its row. */
export const findDetail = async (ctx: Ctx, { id, companyId }: Place): Promise<Detail> => {
  const { rows } = await ctx.db.execute<Detail>(sql`
    select array(select distinct v ->> 'template' from jsonb_array_elements(c.content -> 'variants') v order by 1) as templates,
      c.starts_at::text as "startsAt", c.finished_at::text as "finishedAt", c.platform_note as note,
      c.platform_per_second as "perSecond", 'bulk_sending' = any(p.access_blocks) as "mayBulk"
    from campaigns c join companies p on p.id = c.company_id
    where c.company_id = ${companyId} and c.id = ${id}`)
  const [row] = rows
  if (!row) throw new Error(`No campaign ${id}`)
  return row
}

/** Errors of a campaign's messages, the most frequent first. */
export const listFailures = async (ctx: Ctx, { id, companyId }: Place) => {
  const { rows } = await ctx.db.execute<{ error: string; count: number }>(sql`
    select detail as error, sum(n)::int as count from campaign_counts
    where company_id = ${companyId} and campaign_id = ${id} and measure = 'failed_by'
    group by 1 having sum(n) > 0 order by 2 desc, 1 limit 10`)
  return rows
}

type Risk = {
  rule: RiskRule
  state: RiskState
  evidence: Record<string, number>
  decidedBy: string | null
  decidedAt: string | null
  createdAt: string
}

/** Why a person was to look at a campaign, and what they said. */
export const listRisks = async (ctx: Ctx, { id, companyId }: Place): Promise<Risk[]> => {
  const { rows } = await ctx.db.execute<Risk>(sql`
    select r.rule, r.state, r.evidence, u.name as "decidedBy", r.decided_at::text as "decidedAt",
      r.created_at::text as "createdAt"
    from campaign_risks r left join users u on u.id = r.decided_by
    where r.company_id = ${companyId} and r.campaign_id = ${id} order by r.created_at, r.rule`)
  return rows
}

/** How many campaigns have risks that nobody has looked at; counted up to a limit. */
export const countRisky = async (ctx: Ctx, limit: number): Promise<number> => {
  const { rows } = await ctx.db.execute<{ n: number }>(sql`
    select count(*)::int as n from (select distinct r.company_id, r.campaign_id from campaign_risks r
      join campaigns c on c.company_id = r.company_id and c.id = r.campaign_id
      where r.state = 'open' and c.state <> 'draft' limit ${limit}) risky`)
  return rows[0]?.n ?? 0
}
