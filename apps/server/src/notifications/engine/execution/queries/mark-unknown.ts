import type { Pool } from 'pg'

/** Messages that were being handed to a provider when the process died. */
export const markUnknown = (pool: Pool, jobIds: readonly string[], now: Date) =>
  pool.query({
    name: 'notification_messages_unknown',
    text: `update notification_messages set status = 'unknown', updated_at = $2 where job_id = any($1::text[]) and status = 'pending'`,
    values: [jobIds, now],
  })
