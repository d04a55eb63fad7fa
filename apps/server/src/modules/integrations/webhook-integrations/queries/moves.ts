import { and, eq, sql } from 'drizzle-orm'
import type { Ctx } from '#server/context.ts'
import { webhookIntegrations } from '#server/db/schema/integrations/webhook-integrations.ts'

export type MovableRow = typeof webhookIntegrations.$inferSelect

/** An integration of any company that follows a source, held still to the end of the transaction. */
export const findForMove = async (tx: Ctx, id: string, sourceKey: string): Promise<MovableRow | null> => {
  const rows = await tx.db
    .select()
    .from(webhookIntegrations)
    .where(
      and(
        eq(webhookIntegrations.id, id),
        eq(webhookIntegrations.sourceKey, sourceKey),
        sql`${webhookIntegrations.sourceNumber} is not null`,
      ),
    )
    .for('no key update')
  return rows[0] ?? null
}

type Change = { sourceNumber: number; mapping: Record<string, unknown> }

export const moveRow = async (tx: Ctx, { id, companyId }: MovableRow, change: Change): Promise<void> => {
  await tx.db
    .update(webhookIntegrations)
    .set({ ...change, version: sql`${webhookIntegrations.version} + 1`, updatedAt: tx.now() })
    .where(and(eq(webhookIntegrations.companyId, companyId), eq(webhookIntegrations.id, id)))
}
