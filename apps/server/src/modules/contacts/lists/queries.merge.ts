import type { Sql } from '#server/modules/contacts/contacts/index.ts'
import type { MergeMove } from '#server/modules/contacts/merges/index.ts'

/**
 * Puts the contact that stays into the lists of the other, which keeps its own rows while it is put away. Parted again, it
 * leaves those that it came into by the merge.
 */
export const moveMemberships = async (
  sql: Sql,
  { companyId, from, to, moved }: MergeMove,
): Promise<readonly string[]> => {
  if (moved) {
    await sql.query({
      text: `delete from contact_list_members where company_id = $1 and contact_id = $2 and list_id = any($3::uuid[])
        and source = 'merge'`,
      values: [companyId, from, moved],
    })
    return []
  }
  const { rows } = await sql.query<{ id: string }>({
    text: `insert into contact_list_members (company_id, list_id, contact_id, source, added_by)
      select company_id, list_id, $3, 'merge', added_by from contact_list_members where company_id = $1 and contact_id = $2
      on conflict do nothing returning list_id as id`,
    values: [companyId, from, to],
  })
  return rows.map(({ id }) => id)
}
