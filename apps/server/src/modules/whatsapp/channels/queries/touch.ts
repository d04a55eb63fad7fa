import type { Pool } from 'pg'

export type Sign = {
  id: string
  /** A customer wrote. */
  inbound: boolean
  /** It came from the phone app of a coexistence number. */
  app: boolean
  /** When the webhook arrived, which may be long before it is processed. */
  at: Date
  /** Seconds from the fact to its webhook; null when nothing of it says when it was. */
  lagSeconds: number | null
}

/** Notes when channels last gave signs of life. */
export const touchChannelRows = async (pool: Pool, rows: readonly Sign[]): Promise<void> => {
  await pool.query({
    name: 'channels_touch',
    text: `update channels set last_event_at = greatest(last_event_at, t.at),
        last_inbound_at = case when t.inbound then greatest(last_inbound_at, t.at) else last_inbound_at end,
        last_app_event_at = case when t.app then greatest(last_app_event_at, t.at) else last_app_event_at end,
        webhook_lag_seconds = case when t.at >= coalesce(last_event_at, t.at) then coalesce(t.lag, webhook_lag_seconds)
          else webhook_lag_seconds end
      from unnest($1::uuid[], $2::boolean[], $3::timestamptz[], $4::boolean[], $5::int[]) as t(id, inbound, at, app, lag)
      where channels.id = t.id`,
    values: [
      rows.map((row) => row.id),
      rows.map((row) => row.inbound),
      rows.map((row) => row.at),
      rows.map((row) => row.app),
      rows.map((row) => row.lagSeconds),
    ],
  })
}
