import { type SQL, sql } from 'drizzle-orm'
import type { Ctx } from '#server/context.ts'

export type Filters = {
  role: 'customer' | 'support' | 'admin'
  search?: string | undefined
  status?: string | undefined
  company?: string | undefined
  twoFactor?: 'off' | 'on' | undefined
  inactiveDays?: number | undefined
}

export type UserListRow = {
  id: string
  name: string
  email: string
  emailVerified: boolean
  phone: string | null
  role: 'customer' | 'support' | 'admin'
  status: 'new' | 'active' | 'suspended' | 'deleted'
  waOperator: boolean
  twoFactor: boolean
  locale: 'en' | 'pt'
  companies: { id: string; name: string; role: 'admin' | 'member' }[]
  signInMethods: string[]
  preferences: Record<string, unknown>
  lastSeenAt: string | null
  createdAt: string
}

const likeSafe = (text: string) => text.replace(/[\\%_]/g, '\\$&')

const lastSeen = (user: SQL) => sql`greatest((select max(s.last_seen_at) from sessions s
  where s.user_id = ${user}.id and s.impersonator_id is null), ${user}.last_seen_at)`
// Whatever the second factor is kept in: the column appears with it.
const hasTwoFactor = (user: SQL) => sql`(to_jsonb(${user}) ->> 'totp_confirmed_at' is not null)`

const conditionsOf = (filters: Filters, now: Date): SQL[] => {
  const since = filters.inactiveDays && new Date(now.getTime() - filters.inactiveDays * 86_400_000).toISOString()
  const part = filters.search && `%${likeSafe(filters.search)}%`
  return [
    sql`u.role = ${filters.role}`,
    filters.status ? sql`u.status = ${filters.status}` : sql`u.status <> 'deleted'`,
    ...(part ? [sql`(u.name ilike ${part} or u.email ilike ${part} or u.phone like ${part})`] : []),
    ...(filters.company
      ? [
          sql`exists (select 1 from company_members m where m.user_id = u.id and m.company_id = ${filters.company}::uuid)`,
        ]
      : []),
    ...(filters.twoFactor ? [sql`${hasTwoFactor(sql`u`)} = ${filters.twoFactor === 'on'}`] : []),
    ...(since ? [sql`coalesce(${lastSeen(sql`u`)}, u.created_at) < ${since}::timestamptz`] : []),
  ]
}

const withDetails = (page: SQL) => sql`
  with page as materialized (${page})
  select u.id, u.name, u.email, u.email_verified_at is not null as "emailVerified", u.phone, u.role, u.status,
    u.wa_operator as "waOperator", ${hasTwoFactor(sql`u`)} as "twoFactor", u.locale, u.preferences,
    coalesce((select json_agg(json_build_object('id', c.id, 'name', c.name, 'role', m.role) order by c.name)
      from company_members m join companies c on c.id = m.company_id and c.deleted_at is null
      where m.user_id = u.id), '[]') as companies,
    (case when u.password_hash is null then '{}'::text[] else '{password}'::text[] end)
      || array(select i.provider from user_identities i where i.user_id = u.id order by 1) as "signInMethods",
    ${lastSeen(sql`u`)}::text as "lastSeenAt", u.created_at::text as "createdAt"
  from page u order by u.id desc`

/** People of one role before an id, newest first. */
export const listUsers = async (ctx: Ctx, filters: Filters, before: string | null, limit: number) => {
  const conditions = [...conditionsOf(filters, ctx.now()), ...(before ? [sql`u.id < ${before}::uuid`] : [])]
  const page = sql`select * from users u where ${sql.join(conditions, sql` and `)} order by u.id desc limit ${limit}`
  return (await ctx.db.execute<UserListRow>(withDetails(page))).rows
}

export const findUser = async (ctx: Ctx, id: string): Promise<UserListRow | null> =>
  (await ctx.db.execute<UserListRow>(withDetails(sql`select * from users u where u.id = ${id}::uuid`))).rows[0] ?? null
