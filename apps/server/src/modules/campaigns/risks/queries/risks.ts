import type { RiskRule, RiskState } from '@recado/contracts/campaigns/risks'
import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { CompanyCtx, Ctx } from '#server/context.ts'
import { campaignRisks } from '#server/db/schema/campaigns/risks.ts'
import type { LaunchFacts } from '../rules.ts'

type Sources = { uploads: readonly string[]; lists: readonly string[] }

const some = (ids: readonly string[]): SQL => sql`any(${sql.param([...ids])}::uuid[])`

/** What of a company and the sources of a campaign its launch is judged by. */
export const findLaunchFacts = async (
  ctx: CompanyCtx,
  campaignId: string,
  { uploads, lists }: Sources,
): Promise<Omit<LaunchFacts, 'recipients'>> => {
  const { rows } = await ctx.db.execute<Omit<LaunchFacts, 'recipients'>>(sql`
    select extract(day from ${ctx.now().toISOString()}::timestamptz - p.created_at)::int as "companyDays",
      (select count(*)::int from (select 1 from campaigns c where c.company_id = p.id and c.id <> ${campaignId}
        and c.started_at is not null limit 1) earlier) as campaigns,
      coalesce((select sum(u.valid) from campaign_uploads u where u.company_id = p.id and u.id = ${some(uploads)}), 0)::int
      + coalesce((select sum(i.rows) from contact_imports i where i.company_id = p.id and i.state = 'completed'
        and (i.mapping ->> 'listId')::uuid = ${some(lists)} and i.rules -> 'consent' = 'null'::jsonb), 0)::int
        as "withoutSource"
    from companies p where p.id = ${ctx.company.id}`)
  return rows[0] ?? { campaigns: 0, companyDays: 0, withoutSource: 0 }
}

/** Rules that saw something in a campaign. */
export const findRules = async (ctx: CompanyCtx, campaignId: string): Promise<RiskRule[]> => {
  const rows = await ctx.db
    .select({ rule: campaignRisks.rule })
    .from(campaignRisks)
    .where(and(eq(campaignRisks.companyId, ctx.company.id), eq(campaignRisks.campaignId, campaignId)))
  return rows.map(({ rule }) => rule)
}

/** Writes down what rules saw; one that was settled before is open again. */
export const openRisks = async (
  tx: CompanyCtx,
  campaignId: string,
  risks: readonly { rule: RiskRule; evidence: Record<string, number> }[],
): Promise<void> => {
  if (risks.length === 0) return
  await tx.db
    .insert(campaignRisks)
    .values(risks.map((risk) => ({ ...risk, companyId: tx.company.id, campaignId, createdAt: tx.now() })))
    .onConflictDoUpdate({
      target: [campaignRisks.companyId, campaignRisks.campaignId, campaignRisks.rule],
      set: { evidence: sql`excluded.evidence`, state: 'open', decidedBy: null, decidedAt: null },
    })
}

const isOpen = (ctx: CompanyCtx, campaignId: string) =>
  and(
    eq(campaignRisks.companyId, ctx.company.id),
    eq(campaignRisks.campaignId, campaignId),
    eq(campaignRisks.state, 'open'),
  )

export const hasOpenRisks = async (ctx: CompanyCtx, campaignId: string): Promise<boolean> =>
  (await ctx.db.$count(campaignRisks, isOpen(ctx, campaignId))) > 0

/** Settles what is open of a campaign; answers how many risks there were. */
export const settleOpen = async (
  tx: CompanyCtx,
  campaignId: string,
  state: Exclude<RiskState, 'open'>,
  decidedBy: string | null,
): Promise<number> => {
  const settled = await tx.db
    .update(campaignRisks)
    .set({ state, decidedBy, decidedAt: tx.now() })
    .where(isOpen(tx, campaignId))
    .returning({ rule: campaignRisks.rule })
  return settled.length
}

/** Opens the risk of failures for campaigns under way of which too many messages fail; once for each. */
export const openFailures = async (ctx: Ctx, percent: number, least: number): Promise<void> => {
  await ctx.db.execute(sql`
    insert into campaign_risks (company_id, campaign_id, rule, evidence)
    select c.company_id, c.id, 'failures', jsonb_build_object('failed', s.failed, 'messages', s.queued, 'limit', ${percent}::int)
    from campaigns c
    cross join lateral (
      select coalesce(sum(n) filter (where measure = 'failed'), 0)::int as failed,
        coalesce(sum(n) filter (where measure = 'queued'), 0)::int as queued
      from campaign_counts s where s.company_id = c.company_id and s.campaign_id = c.id
        and s.measure = any(array['failed', 'queued'])
    ) s
    where c.state = any(array['running', 'paused']) and s.queued >= ${least} and s.failed * 100 > ${percent} * s.queued
    on conflict (company_id, campaign_id, rule) do nothing`)
}
