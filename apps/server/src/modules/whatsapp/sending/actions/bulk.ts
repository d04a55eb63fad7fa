import type { Deps } from '#server/context.ts'
import { sendPriorities } from '#server/modules/whatsapp/channels/index.ts'
import { type BulkSend, insertBulk, type Sql } from '../queries/results.ts'

/**
 * Adds many messages to be sent behind those that people wait for; one statement, in the transaction that `sql` is in if
 * it is in one. Rows whose id or client key is known already are left out; answers the ids that were added. Up to a few
 * thousand rows a call. Workers find them within a second.
 */
export const enqueueBulkSends = (sql: Sql | Deps['database']['pool'], rows: readonly BulkSend[]): Promise<string[]> =>
  rows.length === 0 ? Promise.resolve([]) : insertBulk(sql, rows, sendPriorities.bulk)
