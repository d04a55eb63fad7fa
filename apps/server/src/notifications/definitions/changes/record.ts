import type { EnvironmentCtx } from '#server/notifications/shared/context.ts'
import { createNotificationId } from '#server/notifications/shared/ids.ts'
import * as queries from './queries.ts'

/** Who writes, as the wire's `_creatorId`; null for keys and the product itself. */
export const creatorOf = (ctx: EnvironmentCtx): string | null => (ctx.actor.kind === 'user' ? ctx.actor.userId : null)

/**
 * Notes that something of a root environment differs from what was promoted of it. `snapshot` is null when it was
 * deleted: then there is something to promote only if it was promoted before.
 */
export const recordChange = async (
  ctx: EnvironmentCtx,
  change: { type: queries.ChangeType; entityId: string; snapshot: object | null },
): Promise<void> => {
  if (ctx.environment.parentId !== null) return
  const children = await queries.listChildren(ctx)
  if (children.length === 0) return
  const { type, entityId } = change
  if (!change.snapshot && !(await queries.findPromotedSnapshot(ctx, entityId)))
    return queries.deletePendingChange(ctx, entityId)
  const snapshot = JSON.parse(JSON.stringify(change.snapshot)) as Record<string, unknown> | null
  await queries.upsertPendingChange(ctx, {
    id: createNotificationId(),
    type,
    entityId,
    snapshot,
    creatorId: creatorOf(ctx),
  })
}
