import type { AutomationGraph } from '@recado/contracts/automation/automation-graph'
import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import type { CompanyCtx } from '#server/context.ts'
import { automations, automationVersions } from '#server/db/schema/automation/automations.ts'

type Referencing = {
  id: string
  draft: AutomationGraph
  /** Its versions that contain the id. */
  versions: { number: number; graph: AutomationGraph }[]
}

/** Locks the automations whose draft or versions contain an id. */
export const lockReferencing = async (tx: CompanyCtx, settingId: string): Promise<Referencing[]> => {
  const pattern = `%${settingId}%`
  const versions = await tx.db
    .select({ id: automationVersions.automationId, number: automationVersions.number, graph: automationVersions.graph })
    .from(automationVersions)
    .where(and(eq(automationVersions.companyId, tx.company.id), sql`${automationVersions.graph}::text like ${pattern}`))
  const ids = versions.map(({ id }) => id)
  const rows = await tx.db
    .select({ id: automations.id, draft: automations.draft })
    .from(automations)
    .where(
      and(
        eq(automations.companyId, tx.company.id),
        sql`(${automations.draft}::text like ${pattern} or ${ids.length > 0 ? inArray(automations.id, ids) : false})`,
      ),
    )
    .orderBy(asc(automations.id))
    .for('no key update')
  return rows.map((row) => ({ ...row, versions: versions.filter(({ id }) => id === row.id) }))
}

/** Replaces the graph of a version. */
export const saveGraph = async (tx: CompanyCtx, id: string, number: number, graph: AutomationGraph): Promise<void> => {
  await tx.db
    .update(automationVersions)
    .set({ graph })
    .where(
      and(
        eq(automationVersions.companyId, tx.company.id),
        eq(automationVersions.automationId, id),
        eq(automationVersions.number, number),
      ),
    )
}
