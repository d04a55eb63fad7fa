import type { Ctx, Deps, UserCtx } from '#server/context.ts'
import { newId } from '#server/lib/ids.ts'
import { createToken, hashToken } from '#server/lib/seal.ts'
import { recordAudit } from '#server/modules/shared/audit/index.ts'
import { announceEnd, type NewSession, openSession, RETURN_MS, sessionToken } from './actions.ts'
import { endImpersonationJob } from './jobs.ts'
import * as queries from './queries.ts'

// Made of the impersonation's id, so that every tab that comes back gets the same one.
const originToken = (deps: Deps, impersonationId: string): string =>
  deps.sealer.sign('impersonation origin', impersonationId)

/** For the answer with the new cookie to arrive, in ms. */
const COOKIE_MS = 1500

export type Entry = {
  userId: string
  companyId: string | null
  mode: 'view' | 'act'
  reason: string
  expiresAt: Date
  userAgent: string | null
}

/**
 * Opens a session as another user, in the caller's transaction. The caller's own session is kept under another token,
 * which only leaving or the end of the impersonation hands out.
 */
export const openImpersonation = async (ctx: UserCtx, entry: Entry): Promise<NewSession> => {
  const opened = { id: newId(), token: createToken(), expiresAt: entry.expiresAt }
  await queries.setSessionToken(ctx, ctx.actor.sessionId, hashToken(originToken(ctx.deps, opened.id)))
  await queries.insertSession(ctx, {
    id: opened.id,
    tokenHash: hashToken(opened.token),
    userId: entry.userId,
    companyId: entry.companyId,
    impersonatorId: ctx.actor.userId,
    impersonationMode: entry.mode,
    reason: entry.reason,
    originSessionId: ctx.actor.sessionId,
    ip: ctx.ip,
    userAgent: entry.userAgent?.slice(0, 400) ?? null,
    lastSeenAt: ctx.now(),
    expiresAt: entry.expiresAt,
    createdAt: ctx.now(),
  })
  const input = { sessionId: opened.id, expiresAt: entry.expiresAt.toISOString() }
  await ctx.deps.jobs.enqueue(ctx.db, endImpersonationJob, input, { runAt: entry.expiresAt })
  // A socket that is closed before the browser has its new cookie would reconnect with an invalid one.
  const end = () => ctx.deps.bus.publish('session.ended', { sessionIds: [ctx.actor.sessionId] })
  ctx.afterCommit(() => setTimeout(end, COOKIE_MS).unref())
  return opened
}

/** Ends an impersonation and answers the session of before; one that was never kept is opened again. */
export const leaveImpersonation = async (ctx: UserCtx, userAgent: string | null): Promise<NewSession | null> => {
  const { impersonatorId, sessionId, userId } = ctx.actor
  if (impersonatorId === null) return null
  await recordAudit(ctx, { action: 'impersonation.ended', target: { type: 'user', id: userId, label: ctx.actor.name } })
  const row = await queries.findSession(ctx, sessionId)
  const origin = row?.originSessionId ? await queries.findSession(ctx, row.originSessionId) : null
  announceEnd(ctx, [sessionId])
  if (origin) {
    await queries.endSession(ctx, sessionId)
    return { id: origin.id, token: originToken(ctx.deps, sessionId), expiresAt: origin.expiresAt }
  }
  await queries.deleteSession(ctx, sessionId)
  return openSession(ctx, { userId: impersonatorId, companyId: null, userAgent })
}

/** The session of before for the cookie of an impersonation that is over, or null. */
export const findOrigin = async (
  deps: Deps,
  request: { headers: { cookie?: string | undefined } },
): Promise<NewSession | null> => {
  const token = sessionToken(deps, request.headers.cookie)
  if (!token) return null
  const row = await queries.findEndedImpersonation(deps.database.pool, hashToken(token), deps.now(), RETURN_MS)
  return row && { id: row.origin_id, token: originToken(deps, row.id), expiresAt: row.origin_expires_at }
}

/** Throws support staff out of an account whose owner no longer wants them there. */
export const endSupportEntries = async (ctx: Ctx, userId: string): Promise<void> =>
  announceEnd(ctx, await queries.deleteImpersonationsOf(ctx, [userId], 'support'))
