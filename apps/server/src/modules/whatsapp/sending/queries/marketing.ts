import type { Pool } from 'pg'

type Sql = Pick<Pool, 'query'>

const sentSql = `select count(*)::int as count from messages
  where company_id = $1 and occurred_at >= $2 and channel_id = $3 and direction = 'out' and type = 'template'
    and payload->'template'->>'category' = 'MARKETING' and status <> 'queued' and status <> 'failed'`

/** Marketing messages of a channel since an instant that have left, or are leaving. */
export const countMarketing = async (sql: Sql, companyId: string, channelId: string, since: Date): Promise<number> => {
  const { rows } = await sql.query<{ count: number }>({
    name: 'sends_marketing_count',
    text: sentSql,
    values: [companyId, since, channelId],
  })
  return rows[0]?.count ?? 0
}
