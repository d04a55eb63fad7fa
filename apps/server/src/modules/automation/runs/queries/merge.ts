import { sql } from 'drizzle-orm'
import type { CompanyCtx } from '#server/context.ts'
import type { Sql } from '#server/modules/contacts/contacts/index.ts'
import type { MergeMove } from '#server/modules/contacts/merges/index.ts'
import type { RemovedSetting } from '#server/modules/shared/settings-resource/index.ts'

const tables = ['automation_runs', 'automation_events', 'automation_entries', 'automation_timers'] as const

/** Runs of the contact that goes, and what happened to it, are the other's from then on; parted again, they stay there. */
export const moveRuns = async (sql: Sql, { companyId, from, to, moved }: MergeMove): Promise<readonly string[]> => {
  if (moved) return []
  for (const table of tables)
    await sql.query({
      text: `update ${table} set contact_id = $3 where company_id = $1 and contact_id = $2`,
      values: [companyId, from, to],
    })
  // Whoever of the two was in a segment has not entered it now.
  await sql.query({
    text: `insert into automation_segment_contacts (segment_id, contact_id, company_id, since)
      select segment_id, $3, company_id, since from automation_segment_contacts
      where company_id = $1 and contact_id = $2 and untold is null on conflict do nothing`,
    values: [companyId, from, to],
  })
  await sql.query({
    text: 'delete from automation_segment_contacts where company_id = $1 and contact_id = $2',
    values: [companyId, from],
  })
  return []
}

/** Replaces a merged tag in what open runs were started by, and in events that still wait to be processed. */
export const followTagMerge = async ({ db, company }: CompanyCtx, removed: RemovedSetting): Promise<void> => {
  if (!('intoId' in removed)) return
  const { tagId, intoId } = removed
  const change = sql`jsonb_build_object('tag', ${intoId}::text)`
  await db.execute(sql`update automation_runs set event = event || ${change} where company_id = ${company.id}
    and state in ('queued', 'pending', 'delayed') and event->>'tag' = ${tagId}`)
  await db.execute(sql`update automation_events set fields = fields || ${change} where company_id = ${company.id}
    and state = 'waiting' and fields->>'tag' = ${tagId}`)
}
