import type { AutomationGraph } from '@recado/contracts/automation/automation-graph'
import type { CompanyCtx } from '#server/context.ts'
import type { RemovedSetting, SettingUses, UsableKind } from '#server/modules/shared/settings-resource/index.ts'
import { announce } from './actions/change.ts'
import { readLive } from './live.ts'
import { updateAutomation } from './queries/automations.ts'
import { lockReferencing, saveGraph } from './queries/references.ts'

/** Ids are unique across all tables, so an id anywhere in a graph refers to that setting. */
const patterns = {
  id: /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g,
  attribute: /(?<=attributes\.)[a-z][a-z0-9_]*/g,
}

/** The ids in a graph, or the attribute keys in its conditions, steps and texts, each once. */
const namedIn = (graph: object, kind: UsableKind): string[] => {
  const pattern = kind === 'attribute' ? patterns.attribute : patterns.id
  return [...new Set(JSON.stringify(graph).match(pattern))]
}

/** Settings that active and paused automations refer to. */
export const settingsInAutomations: SettingUses = async (ctx, kind) => {
  const seen = ctx.company.accessBlocks.includes('automations')
  const { list } = await readLive(ctx)
  return list.flatMap(({ id, name, graph }) =>
    namedIn(graph, kind).map((setting) => ({ setting, by: 'automation', id, name, seen })),
  )
}

/** A copy with one id replaced by another, without duplicates in lists. Ids inside longer texts stay. */
const replacedIn = (graph: AutomationGraph, from: string, to: string): AutomationGraph => {
  const swap = (one: unknown): unknown => {
    if (one === from) return to
    if (Array.isArray(one)) return one.includes(from) ? [...new Set(one.map(swap))] : one.map(swap)
    if (typeof one !== 'object' || one === null) return one
    return Object.fromEntries(Object.entries(one).map(([key, inner]) => [key, swap(inner)]))
  }
  const { nodes, ...rest } = swap(graph) as AutomationGraph
  // A step that swapped the two tags would now remove the one that it adds.
  const kept = nodes.map((node) =>
    node.kind === 'tag' && node.add.includes(to) ? { ...node, remove: node.remove.filter((id) => id !== to) } : node,
  )
  return { ...rest, nodes: kept }
}

/** Replaces a merged tag in drafts and in every version, which open runs still follow. */
export const followMerge = async (tx: CompanyCtx, removed: RemovedSetting): Promise<void> => {
  if (!('intoId' in removed)) return
  const { tagId, intoId } = removed
  for (const { id, draft, versions } of await lockReferencing(tx, tagId)) {
    if (namedIn(draft, 'tag').includes(tagId))
      await updateAutomation(tx, id, { draft: replacedIn(draft, tagId, intoId) })
    for (const { number, graph } of versions) await saveGraph(tx, id, number, replacedIn(graph, tagId, intoId))
    announce(tx, id)
    tx.afterCommit(() => tx.deps.bus.publish('automation_graphs.changed', { automationId: id }))
  }
}
