import type { Pool } from 'pg'

export type Connection = { companyId: string; userId: string; sockets: number }

/** Records who is connected to this process; returns the companies in which a member was not connected before. */
export const saveConnections = async (pool: Pool, processId: string, list: readonly Connection[]): Promise<void> => {
  await pool.query({
    name: 'member_sockets_save',
    text: `insert into member_sockets (company_id, user_id, process_id, sockets, seen_at)
      select company_id, user_id, $1, sockets, now() from unnest($2::uuid[], $3::uuid[], $4::int[]) as t(company_id, user_id, sockets)
      on conflict (company_id, user_id, process_id) do update set sockets = excluded.sockets, seen_at = excluded.seen_at`,
    values: [processId, list.map((c) => c.companyId), list.map((c) => c.userId), list.map((c) => c.sockets)],
  })
}

export const removeConnection = async (pool: Pool, processId: string, { companyId, userId }: Connection) => {
  await pool.query({
    name: 'member_sockets_remove',
    text: 'delete from member_sockets where company_id = $1 and user_id = $2 and process_id = $3',
    values: [companyId, userId, processId],
  })
}

/** Forgets what a process that ends was connected to, and what others left behind. */
export const removeConnectionsOf = async (pool: Pool, processId: string) => {
  await pool.query({
    text: `delete from member_sockets where process_id = $1 or seen_at < now() - interval '1 hour'`,
    values: [processId],
  })
}
