import { type SQL, sql } from 'drizzle-orm'
import type { Ctx } from '#server/context.ts'
import { containing } from '#server/db/like.ts'
import { type Shift, supportStaff } from '#server/db/schema/admin/users.ts'

export type Filters = {
  role: 'customer' | 'support' | 'admin'
  search?: string | undefined
  status?: string | undefined
  company?: string | undefined
  memberRole?: 'admin' | 'member' | undefined
  twoFactor?: 'off' | 'on' | undefined
  signIn?: 'password' | 'google' | 'github' | 'none' | undefined
  language?: string | undefined
  skill?: string | undefined
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
  deletionAt: string | null
  staff: { languages: string[]; skills: string[]; ticketCapacity: number | null; shift: Shift | null } | null
  lastSeenAt: string | null
  createdAt: string
}

const lastSeen = (user: SQL) => sql`greatest((select max(s.last_seen_at) from sessions s
  where s.user_id = ${user}.id and s.impersonator_id is null), ${user}.last_seen_at)`
const hasTwoFactor = (user: SQL) => sql`(${user}.totp_confirmed_at is not null)`

const memberConditions = ({ company, memberRole }: Filters): SQL[] => {
  if (!company && !memberRole) return []
  const asked = [
    sql`m.user_id = u.id`,
    ...(company ? [sql`m.company_id = ${company}::uuid`] : []),
    ...(memberRole ? [sql`m.role = ${memberRole}`] : []),
  ]
  return [sql`exists (select 1 from company_members m where ${sql.join(asked, sql` and `)})`]
}

const identities = sql`select 1 from user_identities i where i.user_id = u.id`
const signInCondition = (signIn: Filters['signIn']): SQL[] => {
  if (!signIn) return []
  if (signIn === 'password') return [sql`u.password_hash is not null`]
  if (signIn === 'none') return [sql`(u.password_hash is null and not exists (${identities}))`]
  return [sql`exists (${identities} and i.provider = ${signIn})`]
}

const staffConditions = ({ language, skill }: Filters): SQL[] => {
  const own = sql`select 1 from support_staff f where f.user_id = u.id`
  return [
    ...(language ? [sql`exists (${own} and ${language} = any(f.languages))`] : []),
    ...(skill ? [sql`exists (${own} and ${skill} = any(f.skills))`] : []),
  ]
}

const conditionsOf = (filters: Filters, now: Date): SQL[] => {
  const since = filters.inactiveDays && new Date(now.getTime() - filters.inactiveDays * 86_400_000).toISOString()
  const part = filters.search && containing(filters.search)
  return [
    sql`u.role = ${filters.role}`,
    filters.status ? sql`u.status = ${filters.status}` : sql`u.status <> 'deleted'`,
    ...(part ? [sql`(u.name ilike ${part} or u.email ilike ${part} or u.phone like ${part})`] : []),
    ...memberConditions(filters),
    ...signInCondition(filters.signIn),
    ...staffConditions(filters),
    ...(filters.twoFactor ? [sql`${hasTwoFactor(sql`u`)} = ${filters.twoFactor === 'on'}`] : []),
    ...(since ? [sql`coalesce(${lastSeen(sql`u`)}, u.created_at) < ${since}::timestamptz`] : []),
  ]
}

const withDetails = (page: SQL) => sql`
  with page as materialized (${page})
  select u.id, u.name, u.email, u.email_verified_at is not null as "emailVerified", u.phone, u.role, u.status,
    u.wa_operator as "waOperator", ${hasTwoFactor(sql`u`)} as "twoFactor", u.locale, u.preferences,
    u.deletion_at::text as "deletionAt",
    (select json_build_object('languages', f.languages, 'skills', f.skills, 'ticketCapacity', f.ticket_capacity,
      'shift', f.shift) from support_staff f where f.user_id = u.id and u.role = 'support') as staff,
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

type Named = { id: string; label: string }

/** Ids of people that filters leave, newest first. */
export const listUserIds = async (ctx: Ctx, filters: Filters, limit: number): Promise<string[]> => {
  const where = sql.join(conditionsOf(filters, ctx.now()), sql` and `)
  const query = sql`select u.id from users u where ${where} order by u.id desc limit ${limit}`
  return (await ctx.db.execute<{ id: string }>(query)).rows.map(({ id }) => id)
}

/** Those of some people who are there. */
export const findUserNames = async (ctx: Ctx, ids: readonly string[]): Promise<Named[]> => {
  const where = sql`u.id = any(${sql.param(ids)}::uuid[]) and u.status <> 'deleted'`
  return (await ctx.db.execute<Named>(sql`select u.id, u.name as label from users u where ${where}`)).rows
}

/** How many people filters leave; counted up to one more than a limit. */
export const countUsers = async (ctx: Ctx, filters: Filters, limit: number): Promise<number> => {
  const where = sql.join(conditionsOf(filters, ctx.now()), sql` and `)
  const found = sql`select 1 from users u where ${where} limit ${limit + 1}`
  return (await ctx.db.execute<{ n: number }>(sql`select count(*)::int as n from (${found}) found`)).rows[0]?.n ?? 0
}

export const upsertStaff = async (ctx: Ctx, row: typeof supportStaff.$inferInsert): Promise<void> => {
  await ctx.db.insert(supportStaff).values(row).onConflictDoUpdate({ target: supportStaff.userId, set: row })
}
