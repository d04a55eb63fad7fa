import type { Deps } from '#server/context.ts'
import { dbOf, inSqlTransaction } from '#server/db/sql-transaction.ts'
import { publishOutcome } from '../hints.ts'
import { insertFollowUps } from '../queries/follow-ups.ts'
import { dropForeign, findParkedWithMessage } from '../queries/statuses.ts'
import { applyParked } from './record.ts'

const AT_ONCE = 500
const KEPT_HOURS = 24

/** Applies parked statuses whose message has come since, and drops those that nobody claimed for a day. */
export const sweepParked = async (deps: Deps): Promise<void> => {
  const keys = await findParkedWithMessage(deps.database.pool, AT_ONCE)
  if (keys.length > 0) {
    const { updated } = await inSqlTransaction(deps.database.pool, async (client) => {
      const outcome = await applyParked(client, keys)
      await insertFollowUps(
        { db: dbOf(client) },
        outcome.failed.map(({ companyId, conversationId, id: messageId }) => ({
          ...{ companyId, conversationId, messageId },
          cause: 'failed',
        })),
      )
      return outcome
    })
    publishOutcome(deps, { created: [], updated, merged: new Set() })
  }
  await dropForeign(deps.database.pool, KEPT_HOURS)
}
