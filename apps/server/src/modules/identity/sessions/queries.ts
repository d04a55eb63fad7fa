import { and, desc, eq, gt, inArray, isNull, lte, ne, or, type SQL, sql } from 'drizzle-orm'
import type { Pool } from 'pg'
import { z } from 'zod'
import type { Ctx } from '#server/context.ts'
import { sessions } from '#server/db/schema/identity/sessions.ts'

const uuid = z.uuid()

export type SessionRow = {
  id: string
  user_id: string
  impersonator_id: string | null
  impersonation_mode: 'view' | 'act' | null
  expires_at: Date
  last_seen_at: Date
  email: string
  name: string
  role: 'customer' | 'support' | 'admin'
  wa_operator: boolean
  two_factor: boolean
  terms_version: string | null
  privacy_version: string | null
  method: string | null
  created_at: Date
  company_id: string | null
  company_name: string
  company_timezone: string
  access_blocks: string[]
  company_status: string
  company_security: unknown
  company_privacy: { maskContacts?: boolean }
  member_role: 'admin' | 'member'
  grants: string[]
  visibility: 'all' | 'teams' | 'assigned'
}

/**
 * Whoever a token stands for, with the company that is named, or else the session's, if they still belong to it. Runs for every request, so
 * it is one prepared statement; a session of someone suspended, or of an admin who no longer is one, is no one's.
 */
export const findSessionByToken = async (
  pool: Pool,
  tokenHash: string,
  now: Date,
  companyId: string | null,
): Promise<SessionRow | null> => {
  const result = await pool.query<SessionRow>({
    name: 'sessions_find',
    text: `select s.id, s.user_id, s.impersonator_id, s.impersonation_mode, s.expires_at, s.last_seen_at,
        s.method, s.created_at, u.email, u.name, u.role, u.wa_operator, u.totp_confirmed_at is not null as two_factor,
        u.consents #>> '{terms,version}' as terms_version, u.consents #>> '{privacy,version}' as privacy_version,
        c.id as company_id, c.name as company_name, c.timezone as company_timezone, c.access_blocks,
        c.status as company_status, c.security as company_security, c.privacy as company_privacy, m.role as member_role, m.grants, m.visibility
      from sessions s
      join users u on u.id = s.user_id
      left join users a on a.id = s.impersonator_id
      left join sessions o on o.id = s.origin_session_id and o.expires_at > $2
      left join company_members m on m.company_id = coalesce($3::uuid, s.company_id) and m.user_id = s.user_id and m.status <> 'invited'
      left join companies c on c.id = m.company_id and c.deleted_at is null
      where s.token_hash = $1 and s.expires_at > $2 and u.status = 'active'
        and (s.impersonator_id is null or (a.status = 'active' and a.role in ('admin', 'support')))
        and (s.origin_session_id is null or o.id is not null)`,
    values: [tokenHash, now, companyId],
  })
  return result.rows[0] ?? null
}

export const touchSession = async (pool: Pool, id: string, now: Date, expiresAt: Date) => {
  await pool.query({
    name: 'sessions_touch',
    text: 'update sessions set last_seen_at = $2, expires_at = $3 where id = $1',
    values: [id, now, expiresAt],
  })
}

export const insertSession = async (ctx: Ctx, row: typeof sessions.$inferInsert) => {
  await ctx.db.insert(sessions).values(row)
}

export const updateSessionMethod = async (ctx: Ctx, sessionId: string, method: string) => {
  await ctx.db.update(sessions).set({ method }).where(eq(sessions.id, sessionId))
}

export const updateSessionCompany = async (ctx: Ctx, sessionId: string, companyId: string | null) => {
  await ctx.db.update(sessions).set({ companyId }).where(eq(sessions.id, sessionId))
}

const deleteWhere = async (ctx: Ctx, condition: SQL | undefined) => {
  const rows = await ctx.db.delete(sessions).where(condition).returning({ id: sessions.id })
  return rows.map((row) => row.id)
}

export const deleteSession = (ctx: Ctx, id: string) => deleteWhere(ctx, eq(sessions.id, id))
/** With an impersonation goes the session of before: whoever signs out is out. */
export const deleteSessionByToken = (ctx: Ctx, tokenHash: string) =>
  deleteWhere(
    ctx,
    or(
      eq(sessions.tokenHash, tokenHash),
      sql`${sessions.id} = (select i.origin_session_id from sessions i where i.token_hash = ${tokenHash})`,
    ),
  )
/** With it goes what the person entered from it. */
export const deleteOwnSession = (ctx: Ctx, userId: string, id: string) =>
  deleteWhere(
    ctx,
    or(
      and(eq(sessions.id, id), eq(sessions.userId, userId)),
      and(eq(sessions.originSessionId, id), eq(sessions.impersonatorId, userId)),
    ),
  )
/** Their impersonation sessions end too. */
export const deleteUserSessions = (ctx: Ctx, userId: string, exceptId?: string) =>
  deleteWhere(
    ctx,
    and(
      or(eq(sessions.userId, userId), eq(sessions.impersonatorId, userId)),
      exceptId ? ne(sessions.id, exceptId) : undefined,
    ),
  )

/**
 * Sessions whose end has passed; answers which, so that sockets still open on them close. Impersonations stay as long as
 * the session of before can be had for them.
 */
export const deleteExpiredSessions = (ctx: Ctx, graceMs: number) =>
  deleteWhere(
    ctx,
    or(
      and(isNull(sessions.impersonatorId), lte(sessions.expiresAt, ctx.now())),
      lte(sessions.expiresAt, new Date(ctx.now().getTime() - graceMs)),
    ),
  )

export const findSession = async (ctx: Ctx, id: string) => {
  const rows = await ctx.db.select().from(sessions).where(eq(sessions.id, id)).limit(1)
  return rows[0] ?? null
}

export const setSessionToken = async (ctx: Ctx, id: string, tokenHash: string) => {
  const rows = await ctx.db.update(sessions).set({ tokenHash }).where(eq(sessions.id, id)).returning()
  return rows[0] ?? null
}

/** Ends an impersonation without removing it: its token can still be exchanged for the session of before. */
export const endSession = async (ctx: Ctx, id: string) => {
  await ctx.db.update(sessions).set({ expiresAt: ctx.now() }).where(eq(sessions.id, id))
}

/** The sessions that people opened to act as one of these users, and that last. */
export const deleteImpersonationsOf = (ctx: Ctx, userIds: readonly string[], role: 'support') =>
  deleteWhere(
    ctx,
    and(
      inArray(sessions.userId, [...userIds]),
      sql`exists (select 1 from users a where a.id = ${sessions.impersonatorId} and a.role = ${role})`,
    ),
  )

export type Returning = { id: string; origin_id: string; origin_expires_at: Date }

/** An impersonation that ended lately, by its token, with the session to go back to if that one still holds. */
export const findEndedImpersonation = async (
  pool: Pool,
  tokenHash: string,
  now: Date,
  graceMs: number,
): Promise<Returning | null> => {
  const result = await pool.query<Returning>({
    name: 'sessions_ended_impersonation',
    text: `select s.id, o.id as origin_id, o.expires_at as origin_expires_at
      from sessions s
      join sessions o on o.id = s.origin_session_id and o.user_id = s.impersonator_id and o.expires_at > $2
      join users a on a.id = o.user_id and a.status = 'active'
      where s.token_hash = $1 and s.expires_at <= $2 and s.expires_at > $3`,
    values: [tokenHash, now, new Date(now.getTime() - graceMs)],
  })
  return result.rows[0] ?? null
}

export const listUserSessions = (ctx: Ctx, userId: string) =>
  ctx.db
    .select()
    .from(sessions)
    .where(and(eq(sessions.userId, userId), gt(sessions.expiresAt, ctx.now())))
    .orderBy(desc(sessions.lastSeenAt))
    .limit(100)

export type VisitRow = Pick<SessionRow, 'id' | 'user_id' | 'two_factor' | 'method'> & {
  created_at: Date
  /** Their companies that ask something of sessions. */
  companies: { id: string; security: unknown }[]
}

/** Those of these sessions that people opened themselves and that last, by their ids. */
export const findVisits = async (ctx: Ctx, ids: readonly string[]): Promise<Map<string, VisitRow>> => {
  if (ids.length === 0) return new Map()
  const { rows } = await ctx.deps.database.pool.query<VisitRow>({
    name: 'sessions_visits',
    text: `select s.id, s.user_id, s.method, s.created_at, u.totp_confirmed_at is not null as two_factor,
        coalesce((select jsonb_agg(jsonb_build_object('id', c.id, 'security', c.security))
          from company_members m join companies c on c.id = m.company_id
          where m.user_id = s.user_id and c.security <> '{}'::jsonb), '[]'::jsonb) as companies
      from sessions s join users u on u.id = s.user_id
      where s.id = any($1::uuid[]) and s.expires_at > $2 and s.impersonator_id is null and u.status = 'active'`,
    values: [ids, ctx.now()],
  })
  return new Map(rows.map((row) => [row.id, row]))
}

/** Which of these texts are ids of users. */
export const findUserIds = async (ctx: Ctx, ids: readonly string[]): Promise<Set<string>> => {
  const { rows } = await ctx.deps.database.pool.query<{ id: string }>({
    name: 'sessions_user_ids',
    text: 'select id from users where id = any($1::uuid[])',
    values: [ids.filter((id) => uuid.safeParse(id).success)],
  })
  return new Set(rows.map(({ id }) => id))
}
