import type { Sql } from '#server/modules/contacts/contacts/index.ts'
import type { MergeMove } from '#server/modules/contacts/merges/index.ts'

const tables = ['automation_runs', 'automation_events', 'automation_entries', 'automation_timers'] as const

/** Runs of the contact that goes, and what happened to it, are the other's from then on; parted again, they stay there. */
export const moveRuns = async (sql: Sql, { companyId, from, to, moved }: MergeMove): Promise<readonly string[]> => {
  if (moved) return []
  for (const table of tables)
    await sql.query({
      text: `update ${table} set contact_id = $3 where company_id = $1 and contact_id = $2`,
      values: [companyId, from, to],
    })
  return []
}
