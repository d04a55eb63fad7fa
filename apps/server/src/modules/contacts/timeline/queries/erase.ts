import { sql } from 'drizzle-orm'
import type { CompanyCtx } from '#server/context.ts'
import type { EraseHandler } from '#server/lib/erasure.ts'

/** What happened to them, but for the erasure; and what others were told of them by merges that were undone. */
export const eraseTimeline: EraseHandler = async ({ db }, { companyId, contactIds }) => {
  const own = sql`any(${sql.param([...contactIds])}::uuid[])`
  const events = await db.execute(sql`
    delete from contact_events where company_id = ${companyId} and ((contact_id = ${own} and kind <> 'erased')
      or (kind in ('merged', 'merge_undone') and (data->>'mergedId')::uuid = ${own}))`)
  return { events: events.rowCount ?? 0 }
}

/** Gives the file by which contacts came another name. */
export const renameImportEvents = async (tx: CompanyCtx, importId: string, fileName: string): Promise<void> => {
  await tx.db.execute(sql`
    update contact_events set data = data || jsonb_build_object('fileName', ${fileName}::text)
    where company_id = ${tx.company.id} and kind in ('imported', 'import_reverted') and data->>'importId' = ${importId}`)
}
