import type { Sql } from '#server/modules/contacts/contacts/index.ts'
import type { MergeMove } from '#server/modules/contacts/merges/index.ts'

/** Gives what one contact asked about their data to another; parted again, what the merge had moved goes back. */
export const moveRequests = async (
  sql: Sql,
  { companyId, from, to, moved = null }: Omit<MergeMove, 'moved'> & { moved?: readonly string[] | null },
): Promise<readonly string[]> => {
  const { rows } = await sql.query<{ id: string }>({
    text: `update privacy_requests set contact_id = $3, version = version + 1, updated_at = now()
      where company_id = $1 and contact_id = $2 and ($4::uuid[] is null or id = any($4)) returning id`,
    values: [companyId, from, to, moved],
  })
  return rows.map(({ id }) => id)
}
