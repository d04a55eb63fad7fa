import type { Pool } from 'pg'

type Asked = { companyId: string; conversationId: string }

/**
 * Who some conversations are with, as the limit of a portfolio counts people; null for those who wrote within the last day.
 * In the order in which they are asked for.
 */
export const findOutside = async (pool: Pool, asked: readonly Asked[]): Promise<(string | null)[]> => {
  const { rows } = await pool.query<{ person: string | null }>({
    name: 'sends_outside',
    text: `select case when v.window_expires_at > now() then null else md5(coalesce(ct.phone, ct.id::text)) end as person
      from unnest($1::uuid[], $2::uuid[]) with ordinality as k(company_id, conversation_id, place)
      left join conversations v on v.company_id = k.company_id and v.id = k.conversation_id
      left join contacts ct on ct.company_id = v.company_id and ct.id = v.contact_id
      order by k.place`,
    values: [asked.map((one) => one.companyId), asked.map((one) => one.conversationId)],
  })
  return rows.map(({ person }) => person)
}
