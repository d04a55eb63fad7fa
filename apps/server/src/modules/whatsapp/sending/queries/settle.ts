type Sql = { query: (query: { name: string; text: string; values: unknown[] }) => Promise<unknown> }

/** By primary key, key by key: few rows out of a table that may be long. */
export const settleSql = `delete from outbound_sends o using unnest($1::uuid[], $2::uuid[]) as k(company_id, message_id)
  where o.company_id = k.company_id and o.message_id = k.message_id`

/** Ends what waits for messages whose fate a webhook has told: nothing is sent for them any more. Any connection will do. */
export const settleSends = async (
  sql: Sql,
  messages: readonly { companyId: string; messageId: string }[],
): Promise<void> => {
  if (messages.length === 0) return
  const values = [messages.map((m) => m.companyId), messages.map((m) => m.messageId)]
  await sql.query({ name: 'sends_settle', text: settleSql, values })
}
