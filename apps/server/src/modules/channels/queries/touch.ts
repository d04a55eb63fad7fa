import type { Pool } from 'pg'

/** Notes when channels last gave signs of life. */
export const touchChannelRows = async (
  pool: Pool,
  rows: readonly { id: string; inbound: boolean }[],
  at: Date,
): Promise<void> => {
  await pool.query({
    name: 'channels_touch',
    text: `update channels set last_event_at = greatest(last_event_at, $3),
        last_inbound_at = case when t.inbound then greatest(last_inbound_at, $3) else last_inbound_at end
      from unnest($1::uuid[], $2::boolean[]) as t(id, inbound) where channels.id = t.id`,
    values: [rows.map((row) => row.id), rows.map((row) => row.inbound), at],
  })
}
