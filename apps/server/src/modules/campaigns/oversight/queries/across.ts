import type { CampaignState, PauseReason } from '@recado/contracts/campaigns/campaigns'
import type { OverseenFilter } from '@recado/contracts/campaigns/oversight'
import type { RiskRule } from '@recado/contracts/campaigns/risks'
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
    sql`p.deleted_at is null`,
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
