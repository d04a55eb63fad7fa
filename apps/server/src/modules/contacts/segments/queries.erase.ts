import type { FilterGroup } from '@recado/contracts/shared/filter'
import { sql } from 'drizzle-orm'
import { type EraseHandler, namingOf, withoutNames } from '#server/lib/erasure.ts'

/** Whom conditions name: those then match no one, so that a segment does not grow. */
export const eraseFromSegments: EraseHandler = async ({ db }, subject) => {
  const { companyId } = subject
  const names = namingOf(subject)
  const { rows } = await db.execute<{ id: string; filter: FilterGroup }>(
    sql`select id, filter from segments where company_id = ${companyId}`,
  )
  for (const { id, filter } of rows) {
    const stripped = withoutNames(filter, names)
    if (stripped === filter) continue
    await db.execute(sql`
      update segments set filter = ${JSON.stringify(stripped)}::jsonb, count = null, counted_at = null,
        version = version + 1, updated_at = now()
      where company_id = ${companyId} and id = ${id}`)
  }
  return {}
}
