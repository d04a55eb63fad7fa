import type { BarReason } from '@recado/contracts/companies/company-rules'
import { companyHeader } from '@recado/contracts/identity/auth'
import { NIL, validate } from 'uuid'
import type { CompanyContext, Ctx, Deps, UserActor, UserCtx } from '#server/context.ts'
import { AppError } from '#server/http/app-error.ts'
import { newId } from '#server/lib/ids.ts'
import { grantsUnder } from '#server/lib/member-grants.ts'
import { createToken, hashToken } from '#server/lib/seal.ts'
import { recordAudit } from '#server/modules/shared/audit/index.ts'
import { barsOf, hasSecondFactor, methodOf, securityOf } from './company-rules.ts'
import { cookieName, readCookie } from './cookies.ts'
import { describeDevice } from './device.ts'
import * as queries from './queries.ts'

const DAY = 86_400_000
const TOUCH_EVERY = 3_600_000
/** How long after its end an impersonation can still be exchanged for the session of before. */
export const RETURN_MS = 3_600_000
/** Session ids in one message of the bus, which carries 7,500 bytes at most. */
const MOST_IDS = 100

export type LiveSession = {
  actor: UserActor
  company: CompanyContext | null
  /** The company of the session when that asks for more than the session has: then it works in none. */
  barred: Barred | null
  session: { id: string; expiresAt: Date }
  /** Versions of the terms and of the privacy notice that the person has accepted. */
  accepted: { terms: string | null; privacy: string | null }
}

/** A company that a session may not work in as it is, and why. */
export type Barred = { id: string; name: string; reasons: BarReason[] }

const expiryFrom = (deps: Deps, now: Date) => new Date(now.getTime() + deps.config.SESSION_DAYS * DAY)

const companyOf = (row: queries.SessionRow): CompanyContext | null =>
  row.company_id === null
    ? null
    : {
        id: row.company_id,
        name: row.company_name,
        timezone: row.company_timezone,
        accessBlocks: row.access_blocks,
        readOnly: row.company_status === 'suspended' || row.company_status === 'deleting',
        member: {
          role: row.member_role,
          grants: grantsUnder(row.company_privacy, row.grants),
          visibility: row.visibility,
        },
      }

// Whoever looks after the platform enters by its rules, not by the company's.
const barredBy = (row: queries.SessionRow, ip: string | null, now: Date): Barred | null => {
  if (row.company_id === null || row.impersonator_id !== null) return null
  const twoFactor = hasSecondFactor(row.method, row.two_factor)
  const facts = { twoFactor, ip, openedAt: row.created_at, method: methodOf(row.method) }
  const reasons = barsOf(securityOf(row.company_security), facts, now)
  return reasons.length > 0 ? { id: row.company_id, name: row.company_name, reasons } : null
}

/** Tokens of sessions, and of those that impersonators return to. */
const shape = /^([\w-]{43}|[\da-f]{64})$/

/** Token of the session cookie in a request; null for what none can be. */
export const sessionToken = (deps: Deps, cookieHeader: string | undefined): string | null => {
  const token = readCookie(cookieHeader, cookieName(deps.config, 'session-token'))
  return token && shape.test(token) ? token : null
}

type Asking = { headers: { cookie?: string | undefined; [header: string]: unknown }; ip?: string | undefined }

/** The company that a request names, e.g. that of a tab; null for the session's. An invalid id matches no company. */
const namedCompany = ({ headers }: Asking): string | null => {
  const named = headers[companyHeader]
  if (named === undefined || named === '') return null
  return validate(named) ? String(named) : NIL
}

/**
 * Who a request comes from: user, session and the company they work in now, read again each time so that ending a
 * session or a membership holds at once. A request may name another company of the person than the session's. Sessions
 * slide: their end moves on, written at most once an hour.
 */
export const resolveSession = async (deps: Deps, request: Asking): Promise<LiveSession | null> => {
  const token = sessionToken(deps, request.headers.cookie)
  if (!token) return null
  const now = deps.now()
  const row = await queries.findSessionByToken(deps.database.pool, hashToken(token), now, namedCompany(request))
  if (!row) return null
  let expiresAt = row.expires_at
  if (row.impersonator_id === null && now.getTime() - row.last_seen_at.getTime() > TOUCH_EVERY) {
    expiresAt = expiryFrom(deps, now)
    await queries.touchSession(deps.database.pool, row.id, now, expiresAt)
  }
  const actor: UserActor = {
    kind: 'user',
    userId: row.user_id,
    sessionId: row.id,
    email: row.email,
    name: row.name,
    role: row.role,
    waOperator: row.wa_operator,
    impersonatorId: row.impersonator_id,
    impersonationMode: row.impersonation_mode,
  }
  const barred = barredBy(row, request.ip ?? null, now)
  const accepted = { terms: row.terms_version, privacy: row.privacy_version }
  return { actor, company: barred ? null : companyOf(row), barred, session: { id: row.id, expiresAt }, accepted }
}

export type NewSession = { id: string; token: string; expiresAt: Date }

/** Opens a session for a user and answers its token, which is stored only as a hash. */
export const openSession = async (
  ctx: Ctx,
  input: { userId: string; companyId: string | null; userAgent: string | null; method?: string },
): Promise<NewSession> => {
  const token = createToken()
  const now = ctx.now()
  const opened = { id: newId(), token, expiresAt: expiryFrom(ctx.deps, now) }
  await queries.insertSession(ctx, {
    id: opened.id,
    tokenHash: hashToken(token),
    userId: input.userId,
    companyId: input.companyId,
    method: input.method ?? null,
    ip: ctx.ip,
    userAgent: input.userAgent?.slice(0, 400) ?? null,
    lastSeenAt: now,
    expiresAt: opened.expiresAt,
    createdAt: now,
  })
  return opened
}

/** Closes the sockets of sessions once their end has been committed. */
export const announceEnd = (ctx: Ctx, ids: string[]) =>
  ctx.afterCommit(() => {
    for (let from = 0; from < ids.length; from += MOST_IDS) {
      ctx.deps.bus.publish('session.ended', { sessionIds: ids.slice(from, from + MOST_IDS) })
    }
  })

/** Ends one session, by the token in its cookie, and closes its sockets. */
export const endSessionByToken = async (ctx: Ctx, token: string): Promise<void> =>
  announceEnd(ctx, await queries.deleteSessionByToken(ctx, hashToken(token)))

/** Ends every session of a user, or all but one. Answers how many. */
export const endUserSessions = async (ctx: Ctx, userId: string, exceptId?: string): Promise<number> => {
  const ended = await queries.deleteUserSessions(ctx, userId, exceptId)
  announceEnd(ctx, ended)
  return ended.length
}

/** Closes a user's sockets in a company; they reconnect with their current permissions. */
export const reconnectUser = (ctx: Ctx, userId: string, companyId: string): void =>
  ctx.afterCommit(() => ctx.deps.bus.publish('company.changed', { companyId, userId }))

/** Closes the sockets of everybody who works in a company, after its rules have changed. */
export const reconnectCompany = (ctx: Ctx, companyId: string): void =>
  ctx.afterCommit(() => ctx.deps.bus.publish('company.changed', { companyId }))

/** When and how the session of a request was opened. */
export const readOwnSession = async (ctx: UserCtx) => {
  const row = await queries.findSession(ctx, ctx.actor.sessionId)
  const stored = row?.method ?? null
  return { openedAt: row?.createdAt ?? ctx.now(), method: methodOf(stored), stored }
}

/** Notes that the signed-in person showed a code in this session, after they had signed in without one. */
export const noteSecondFactor = async (ctx: UserCtx): Promise<void> => {
  const { stored } = await readOwnSession(ctx)
  if (stored && !stored.includes('+')) await queries.updateSessionMethod(ctx, ctx.actor.sessionId, `${stored}+app`)
}

/**
 * Makes a company the one that this session works in, where nothing else is named. The caller has made sure of the
 * membership.
 */
export const switchSessionCompany = async (ctx: UserCtx, companyId: string | null): Promise<void> => {
  const { sessionId } = ctx.actor
  await queries.updateSessionCompany(ctx, sessionId, companyId)
  ctx.afterCommit(() => ctx.deps.bus.publish('session.moved', { sessionId }))
}

/** Removes sessions that have run out and closes the sockets that are still open on them. */
export const forgetExpiredSessions = async (ctx: Ctx): Promise<void> =>
  announceEnd(ctx, await queries.deleteExpiredSessions(ctx, RETURN_MS))

/** The signed-in person's sessions, latest first. */
export const listOwnSessions = async (ctx: UserCtx) => {
  const rows = await queries.listUserSessions(ctx, ctx.actor.userId)
  return rows
    .filter((row) => row.impersonatorId === null || row.id === ctx.actor.sessionId)
    .map((row) => ({
      id: row.id,
      current: row.id === ctx.actor.sessionId,
      ...describeDevice(row.userAgent),
      ip: row.ip,
      createdAt: row.createdAt.toISOString(),
      lastSeenAt: row.lastSeenAt.toISOString(),
    }))
}

const assertOwnHands = (ctx: UserCtx) => {
  if (ctx.actor.impersonatorId !== null) throw new AppError('forbidden')
}

/** Ends one session of the signed-in person. Throws `not_found` for anybody else's. */
export const revokeOwnSession = async (ctx: UserCtx, id: string): Promise<void> => {
  assertOwnHands(ctx)
  const ended = await queries.deleteOwnSession(ctx, ctx.actor.userId, id)
  if (ended.length === 0) throw new AppError('not_found')
  await recordAudit(ctx, { action: 'session.revoked', target: { type: 'session', id } })
  announceEnd(ctx, ended)
}

/** Ends all sessions of the signed-in person but this one. Answers how many. */
export const revokeOtherSessions = async (ctx: UserCtx): Promise<number> => {
  assertOwnHands(ctx)
  const ended = await endUserSessions(ctx, ctx.actor.userId, ctx.actor.sessionId)
  await recordAudit(ctx, { action: 'session.revoked', target: { type: 'session' }, diff: { others: ended } })
  return ended
}
