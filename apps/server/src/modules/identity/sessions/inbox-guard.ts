import { equalTexts } from '#server/lib/equal-texts.ts'
import type { InboxGuard, Visit, Withheld } from '#server/notifications/index.ts'
import { barsOf, hasSecondFactor, methodOf, securityOf } from './company-rules.ts'
import * as queries from './queries.ts'

const ID_LENGTH = 32

// The session's id, and as many letters that prove it.
const hashOf: InboxGuard['hashOf'] = (deps, userId, sessionId) =>
  sessionId.replaceAll('-', '') + deps.sealer.sign('inbox', `${sessionId} ${userId}`).slice(0, ID_LENGTH)

const sessionOf: InboxGuard['sessionOf'] = (deps, userId, hash) => {
  const id = hash.slice(0, ID_LENGTH).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
  return equalTexts(hash, hashOf(deps, userId, id)) ? id : null
}

const withheldFrom = ({ ip }: Visit, row: queries.VisitRow, now: Date): Withheld => {
  const twoFactor = hasSecondFactor(row.method, row.two_factor)
  const facts = { twoFactor, ip, openedAt: row.created_at, method: methodOf(row.method) }
  return row.companies
    .filter(({ security }) => barsOf(securityOf(security), facts, now).length > 0)
    .map(({ id }) => ({ path: ['company', 'id'], value: id }))
}

/**
 * Whoever has an account reads their inbox by a session that lasts, and nothing in it of a company that asks for more than
 * the session has. Looked up each time, so that what ends ends at once.
 */
const look: InboxGuard['look'] = async (ctx, visits) => {
  const now = ctx.now()
  const nameless = visits.filter(({ sessionId }) => sessionId === null)
  const rows = await queries.findVisits(ctx, [...new Set(visits.flatMap(({ sessionId }) => sessionId ?? []))])
  const people =
    nameless.length > 0
      ? await queries.findUserIds(
          ctx,
          nameless.map(({ subscriberId }) => subscriberId),
        )
      : null
  return visits.map((visit) => {
    if (visit.sessionId === null) return people?.has(visit.subscriberId) ? null : []
    const row = rows.get(visit.sessionId)
    return row?.user_id === visit.subscriberId ? withheldFrom(visit, row, now) : null
  })
}

export const inboxGuard: InboxGuard = { hashOf, sessionOf, look }
