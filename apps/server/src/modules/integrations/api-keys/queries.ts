import type { ApiScope } from '@recado/contracts/api-scopes'
import type { Plan } from '@recado/contracts/companies/plans'
import type { ApiKeyMode } from '@recado/contracts/integrations/api-keys'
import { and, count, desc, eq, gt, isNull, or, sql } from 'drizzle-orm'
import type { CompanyCtx, Ctx, Deps } from '#server/context.ts'
import { companies } from '#server/db/schema/companies/companies.ts'
import { users } from '#server/db/schema/identity/users.ts'
import { apiKeys } from '#server/db/schema/integrations/api-keys.ts'

type Stored = typeof apiKeys.$inferSelect
export type KeyRow = Stored & { creatorName: string | null; creatorFileId: string | null }

const shown = { key: apiKeys, creatorName: users.name, creatorFileId: users.avatarFileId }
const flat = ({
  key,
  ...creator
}: {
  key: Stored
  creatorName: string | null
  creatorFileId: string | null
}): KeyRow => ({
  ...key,
  ...creator,
})

/** For so long keys that were revoked are shown. */
const SHOWN_DAYS = 90

export const listKeys = async (ctx: CompanyCtx): Promise<KeyRow[]> => {
  const since = new Date(ctx.now().getTime() - SHOWN_DAYS * 86_400_000)
  const rows = await ctx.db
    .select(shown)
    .from(apiKeys)
    .leftJoin(users, eq(users.id, apiKeys.createdBy))
    .where(and(eq(apiKeys.companyId, ctx.company.id), or(isNull(apiKeys.revokedAt), gt(apiKeys.revokedAt, since))))
    .orderBy(desc(apiKeys.createdAt), desc(apiKeys.id))
  return rows.map(flat)
}

export const findKey = async (ctx: CompanyCtx, id: string): Promise<KeyRow | null> => {
  const rows = await ctx.db
    .select(shown)
    .from(apiKeys)
    .leftJoin(users, eq(users.id, apiKeys.createdBy))
    .where(and(eq(apiKeys.companyId, ctx.company.id), eq(apiKeys.id, id)))
    .limit(1)
  return rows[0] ? flat(rows[0]) : null
}

export const countKeys = async (ctx: CompanyCtx): Promise<number> => {
  const rows = await ctx.db
    .select({ n: count() })
    .from(apiKeys)
    .where(and(eq(apiKeys.companyId, ctx.company.id), isNull(apiKeys.revokedAt)))
  return rows[0]?.n ?? 0
}

export const insertKey = async (
  ctx: CompanyCtx,
  row: Omit<typeof apiKeys.$inferInsert, 'companyId'>,
): Promise<void> => {
  await ctx.db.insert(apiKeys).values({ ...row, companyId: ctx.company.id })
}

export const updateKey = async (
  ctx: CompanyCtx,
  id: string,
  change: Partial<typeof apiKeys.$inferInsert>,
): Promise<void> => {
  await ctx.db
    .update(apiKeys)
    .set({ ...change, version: sql`${apiKeys.version} + 1`, updatedAt: ctx.now() })
    .where(and(eq(apiKeys.companyId, ctx.company.id), eq(apiKeys.id, id)))
}

/** The key that has a secret now, also one that was revoked. */
export const findBySecret = async (ctx: CompanyCtx, secretHash: string) => {
  const rows = await ctx.db
    .select({ id: apiKeys.id, revokedAt: apiKeys.revokedAt })
    .from(apiKeys)
    .where(and(eq(apiKeys.companyId, ctx.company.id), eq(apiKeys.secretHash, secretHash)))
    .limit(1)
  return rows[0] ?? null
}

export const findOwnerId = async (ctx: CompanyCtx): Promise<string | null> => {
  const rows = await ctx.db
    .select({ ownerId: companies.ownerId })
    .from(companies)
    .where(eq(companies.id, ctx.company.id))
    .limit(1)
  return rows[0]?.ownerId ?? null
}

export type CallerRow = {
  id: string
  name: string
  mode: ApiKeyMode
  scopes: ApiScope[]
  created_by: string | null
  addresses: string[]
  last_used_at: Date | null
  company_id: string
  company_name: string
  company_timezone: string
  company_status: string
  access_blocks: string[]
  plan: Plan
}

/** The key that a secret belongs to, with its company; null for what is unknown, revoked or over. */
export const findCaller = async (
  pool: Deps['database']['pool'],
  secretHash: string,
  now: Date,
): Promise<CallerRow | null> => {
  const { rows } = await pool.query<CallerRow>({
    name: 'api-key-caller',
    text: `select k.id, k.name, k.mode, k.scopes, k.created_by, k.addresses, k.last_used_at, c.id as company_id, c.name as company_name,
        c.timezone as company_timezone, c.status as company_status, c.access_blocks, c.plan
      from api_keys k join companies c on c.id = k.company_id
      where (k.secret_hash = $1 or (k.previous_hash = $1 and k.previous_until > $2))
        and k.revoked_at is null and (k.expires_at is null or k.expires_at > $2)`,
    values: [secretHash, now],
  })
  return rows[0] ?? null
}

/** Notes that a key was used. */
export const touchKey = async (
  pool: Deps['database']['pool'],
  id: string,
  { now, address }: { now: Date; address: string },
): Promise<void> => {
  await pool.query('update api_keys set last_used_at = $2, last_address = $3 where id = $1', [id, now, address])
}

type Expiring = { companyId: string; keyId: string; name: string; days: number }

/** Days before its end at which people are told of a key. */
const NOTICE_DAYS = [14, 3, 1]

/** Keys of which people are to be told that they end, each once for each of these days. */
export const takeExpiring = async (ctx: Ctx): Promise<Expiring[]> => {
  const now = sql`${ctx.now().toISOString()}::timestamptz`
  const { rows } = await ctx.db.execute<Expiring>(sql`
    update api_keys k set told_days = due.days
    from (select k.id, min(d.days) as days from api_keys k
      cross join unnest(${sql.param(NOTICE_DAYS)}::int[]) as d (days)
      where k.revoked_at is null and k.expires_at > ${now} and k.expires_at <= ${now} + make_interval(days => d.days)
      group by k.id) due
    where k.id = due.id and (k.told_days is null or k.told_days > due.days)
    returning k.company_id as "companyId", k.id as "keyId", k.name, due.days`)
  return rows
}
