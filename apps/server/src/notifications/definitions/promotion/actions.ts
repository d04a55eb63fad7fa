import { inTransaction } from '#server/context.ts'
import { announceChange, type EnvironmentCtx, inEnvironment } from '#server/notifications/shared/context.ts'
import { badRequest, notFound } from '#server/notifications/shared/errors.ts'
import { createNotificationId } from '#server/notifications/shared/ids.ts'
import * as queries from '../changes/queries.ts'
import { creatorOf } from '../changes/record.ts'
import { findFeed } from '../feeds/queries.ts'
import { findGroup } from '../groups/queries.ts'
import { layoutSnapshot, type SavedLayout } from '../layouts/actions.ts'
import { findLayout } from '../layouts/queries.ts'
import type { Saved } from '../workflows/save.ts'
import { promoteFeed } from './feed.ts'
import { promoteGroup } from './group.ts'
import { promoteLayout } from './layout.ts'
import { counterpartId, promoteWorkflow, referencesOf } from './workflow.ts'

type Change = Pick<queries.ChangeRow, 'type' | 'entityId' | 'snapshot'>
type Reference = ReturnType<typeof referencesOf>[number]

/** A root environment in a transaction, with those that are promoted from it. */
type Family = { root: EnvironmentCtx; children: EnvironmentCtx[] }

const promoteInto = async (root: EnvironmentCtx, child: EnvironmentCtx, change: Change): Promise<void> => {
  const former = await queries.findPromotedSnapshot(root, change.entityId)
  const promotion = <T>() => ({
    child,
    entityId: change.entityId,
    snapshot: change.snapshot as T | null,
    former: former as T | null,
  })
  if (change.type === 'NotificationTemplate') await promoteWorkflow(root, promotion<Saved>())
  else if (change.type === 'NotificationGroup') await promoteGroup(promotion<{ name: string }>())
  else if (change.type === 'Feed') await promoteFeed(promotion<{ name: string; identifier: string }>())
  else await promoteLayout(promotion<SavedLayout>())
}

const currentSnapshot = async (root: EnvironmentCtx, { type, id }: Reference): Promise<object | null> => {
  if (type === 'Layout') {
    const layout = await findLayout(root, id)
    return layout && layoutSnapshot(layout)
  }
  if (type === 'Feed') {
    const feed = await findFeed(root, id)
    return feed && { name: feed.name, identifier: feed.identifier }
  }
  const group = await findGroup(root, id)
  return group && { name: group.name }
}

const isInAll = async ({ root, children }: Family, reference: Reference): Promise<boolean> => {
  for (const child of children) if (!(await counterpartId(root, child, reference))) return false
  return true
}

/** Promotes what a workflow refers to, as far as the children lack it. */
const promoteReferences = async (family: Family, change: Change): Promise<queries.ChangeRow[]> => {
  if (change.type !== 'NotificationTemplate' || !change.snapshot) return []
  const { root } = family
  const promoted: queries.ChangeRow[] = []
  for (const reference of referencesOf(change.snapshot as Saved)) {
    if (await isInAll(family, reference)) continue
    const { type, id: entityId } = reference
    const waiting = await queries.lockPendingChange(root, entityId)
    const snapshot = waiting?.snapshot ?? (await currentSnapshot(root, reference))
    if (!snapshot) continue
    for (const child of family.children) await promoteInto(root, child, { type, entityId, snapshot: { ...snapshot } })
    promoted.push(
      waiting
        ? await queries.markPromoted(root, waiting.id)
        : await queries.insertPromotedChange(root, {
            id: createNotificationId(),
            type,
            entityId,
            snapshot: { ...snapshot },
            creatorId: creatorOf(root),
          }),
    )
  }
  return promoted
}

/** What others refer to comes first, and goes last. */
const rank = ({ type, snapshot }: Change): number => {
  const isWorkflow = type === 'NotificationTemplate'
  if (snapshot) return isWorkflow ? 1 : 0
  return isWorkflow ? 2 : 3
}

const promoteOne = async (family: Family, change: queries.ChangeRow): Promise<queries.ChangeRow[]> => {
  const { root, children } = family
  const along = await promoteReferences(family, change)
  for (const child of children) await promoteInto(root, child, change)
  return [...along, await queries.markPromoted(root, change.id)]
}

/**
 * Brings changes of a root environment into those that are promoted from it, with what they need; all of them or none.
 * Answers for each id what was promoted because of it, the change itself last. What was promoted before stays as it is.
 */
export const applyChanges = (ctx: EnvironmentCtx, ids: readonly string[]): Promise<queries.ChangeRow[][]> =>
  inTransaction(ctx, async (tx) => {
    await queries.lockPromotions(tx)
    const changes = await queries.lockChanges(tx, ids)
    const missing = ids.find((id) => !changes.some((change) => change.id === id))
    if (missing) throw notFound(`Change with id ${missing} not found`)
    const children = (await queries.listChildren(tx)).map((child) => inEnvironment(tx, child))
    if (children.length === 0) throw badRequest('No environment is promoted from this one')
    const applied = new Map<string, queries.ChangeRow[]>()
    const done = new Set<string>()
    for (const change of changes.toSorted((a, b) => rank(a) - rank(b))) {
      const rows =
        change.promotedAt || done.has(change.id) ? [change] : await promoteOne({ root: tx, children }, change)
      for (const { id } of rows) done.add(id)
      applied.set(change.id, rows)
    }
    for (const child of children) announceChange(child)
    return ids.map((id) => applied.get(id) ?? [])
  })
