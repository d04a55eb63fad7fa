import type { Sql } from '#server/modules/contacts/contacts/index.ts'
import type { MergeMove } from '#server/modules/contacts/merges/index.ts'

/** Gives what members wrote down about one contact to another; an undo gives back what the merge moved. */
export const moveNotes = async (
  sql: Sql,
  { companyId, from, to, moved = null }: Omit<MergeMove, 'moved'> & { moved?: readonly string[] | null },
): Promise<readonly string[]> => {
  const { rows } = await sql.query<{ id: string }>({
    text: `update contact_notes set contact_id = $3
      where company_id = $1 and contact_id = $2 and ($4::uuid[] is null or id = any($4)) returning id`,
    values: [companyId, from, to, moved],
  })
  return rows.map(({ id }) => id)
}
