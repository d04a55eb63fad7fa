import { apiLogDays, type apiOutcomes } from '@recado/contracts/integrations/api-usage'
import { and, desc, eq, gte, lt, or, type SQL, sql } from 'drizzle-orm'
import type { CompanyCtx } from '#server/context.ts'
import { containing } from '#server/db/like.ts'
import { companies } from '#server/db/schema/companies/companies.ts'
import { apiKeys } from '#server/db/schema/integrations/api-keys.ts'
import { apiRequestLogs } from '#server/db/schema/integrations/api-usage.ts'
import { isUuid } from '#server/lib/ids.ts'

export type Cell = {
  day: string
  keyId: string
  method: string
  route: string
  status: number
  calls: number
  latencies: number[]
}

type Period = { from: string; to: string; keyId: string | undefined }

/** Counts of a period by day, key, endpoint and status. */
export const sumUsage = async (ctx: CompanyCtx, ownerId: string, { from, to, keyId }: Period): Promise<Cell[]> => {
  const { rows } = await ctx.db.execute<Cell>(sql`
    select (hour at time zone 'UTC')::date::text as day, api_key_id as "keyId", method, route, status, sum(calls)::int as calls,
      (select array_agg(n::int order by place) from (
        select place, sum(value) as n from unnest(array_agg(array_to_string(latencies, ','))) as texts (line)
        cross join lateral unnest(string_to_array(line, ',')::int[]) with ordinality as v (value, place) group by place) l)
        as latencies
    from api_usage_hours
    where company_id = ${ownerId}::uuid and hour >= ${from}::date::timestamp at time zone 'UTC'
      and hour < (${to}::date + 1)::timestamp at time zone 'UTC'
      ${keyId ? sql`and api_key_id = ${keyId}::uuid` : sql``}
    group by 1, 2, 3, 4, 5`)
  return rows
}

/** The keys of a company by id, those that were revoked too. */
export const findKeys = async (ctx: CompanyCtx, ownerId: string) => {
  const rows = await ctx.db
    .select({ id: apiKeys.id, name: apiKeys.name, mode: apiKeys.mode })
    .from(apiKeys)
    .where(eq(apiKeys.companyId, ownerId))
  return new Map(rows.map((row) => [row.id, row]))
}

export const findPlan = async (ctx: CompanyCtx, ownerId: string) => {
  const [row] = await ctx.db.select({ plan: companies.plan }).from(companies).where(eq(companies.id, ownerId)).limit(1)
  return row?.plan ?? 'free'
}

type Outcome = (typeof apiOutcomes)[number]

const r = apiRequestLogs
const outcomes: Record<Outcome, SQL> = {
  done: sql`${r.status} < 400`,
  refused: sql`${r.status} between 400 and 499 and ${r.status} <> 429`,
  limited: sql`${r.status} = 429`,
  failed: sql`${r.status} >= 500`,
}

type Asked = {
  keyId: string | undefined
  outcome: Outcome | undefined
  search: string | undefined
  after: { at: Date; id: string } | null
  limit: number
}

export const listRequests = (ctx: CompanyCtx, ownerId: string, { keyId, outcome, search, after, limit }: Asked) =>
  ctx.db
    .select({ request: apiRequestLogs, name: apiKeys.name, mode: apiKeys.mode })
    .from(apiRequestLogs)
    .leftJoin(apiKeys, and(eq(apiKeys.companyId, r.companyId), eq(apiKeys.id, r.apiKeyId)))
    .where(
      and(
        eq(r.companyId, ownerId),
        gte(r.createdAt, new Date(ctx.now().getTime() - apiLogDays * 86_400_000)),
        keyId ? eq(r.apiKeyId, keyId) : undefined,
        outcome && outcomes[outcome],
        search
          ? isUuid(search)
            ? or(eq(r.requestId, search), sql`${r.path} like ${containing(search)}`)
            : sql`${r.path} ilike ${containing(search)}`
          : undefined,
        after ? or(lt(r.createdAt, after.at), and(eq(r.createdAt, after.at), lt(r.id, after.id))) : undefined,
      ),
    )
    .orderBy(desc(r.createdAt), desc(r.id))
    .limit(limit)
