import type { Ctx } from '#server/context.ts'
import { recordAudit } from '#server/modules/shared/audit/index.ts'
import { announceEnd } from './actions.ts'
import * as queries from './queries.ts'

/** Writes down that an impersonation ran out and closes its sockets; does nothing for one that was left before. */
export const noteExpiry = async (ctx: Ctx, sessionId: string, expiresAt: Date): Promise<void> => {
  const row = await queries.findSession(ctx, sessionId)
  if (!row?.impersonatorId || row.expiresAt.getTime() < expiresAt.getTime()) return
  announceEnd(ctx, [sessionId])
  await recordAudit(ctx, {
    action: 'impersonation.expired',
    userId: row.impersonatorId,
    onBehalfOf: row.userId,
    companyId: row.companyId,
    target: { type: 'user', id: row.userId },
  })
}
