import type { AutomationGraph } from '@recado/contracts/automation/automation-graph'
import type { CompanyCtx } from '#server/context.ts'
import type { RemovedSetting, SettingUses, UsableKind } from '#server/modules/shared/settings-resource/index.ts'
import { announce } from './actions/change.ts'
import { readLive } from './live.ts'
import { findNaming, saveDraft, saveGraph } from './queries/naming.ts'

/** Ids are made once for everything, so that one in a graph is that of the setting wherever it stands. */
const patterns = {
  id: /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g,
  attribute: /(?<=attributes\.)[a-z][a-z0-9_]*/g,
}

/** The ids in a graph, or the keys of attributes in its conditions, steps and texts, each once. */
const namedIn = (graph: object, kind: UsableKind): string[] => {
  const pattern = kind === 'attribute' ? patterns.attribute : patterns.id
  return [...new Set(JSON.stringify(graph).match(pattern))]
}

/** What active and paused automations name. */
export const settingsInAutomations: SettingUses = async (ctx, kind) => {
  const seen = ctx.company.accessBlocks.includes('automations')
  const { list } = await readLive(ctx)
  return list.flatMap(({ id, name, graph }) =>
    namedIn(graph, kind).map((setting) => ({ setting, by: 'automation', id, name, seen })),
  )
}

/** A copy with one id in the place of another, once in a list; within longer texts it stays. */
const replacedIn = (graph: AutomationGraph, from: string, to: string): AutomationGraph => {
  const swap = (one: unknown): unknown => {
    if (one === from) return to
    if (Array.isArray(one)) return one.includes(from) ? [...new Set(one.map(swap))] : one.map(swap)
    if (typeof one !== 'object' || one === null) return one
    return Object.fromEntries(Object.entries(one).map(([key, inner]) => [key, swap(inner)]))
  }
  const { nodes, ...rest } = swap(graph) as AutomationGraph
  // A step that gave one of the tags in the place of the other would take away what it has just given.
  const given = nodes.map((node) =>
    node.kind === 'tag' ? { ...node, remove: node.remove.filter((id) => !node.add.includes(id)) } : node,
  )
  return { ...rest, nodes: given }
}

/** Of tags that are merged, automations name the one that stays: their drafts, and every version, for runs that go on. */
export const followMerge = async (tx: CompanyCtx, removed: RemovedSetting): Promise<void> => {
  if (!('intoId' in removed)) return
  const { tagId, intoId } = removed
  for (const { id, draft, versions } of await findNaming(tx, tagId)) {
    if (namedIn(draft, 'tag').includes(tagId)) await saveDraft(tx, id, replacedIn(draft, tagId, intoId))
    for (const { number, graph } of versions) await saveGraph(tx, id, number, replacedIn(graph, tagId, intoId))
    announce(tx, id)
    tx.afterCommit(() => tx.deps.bus.publish('automation_graphs.changed', { automationId: id }))
  }
}
