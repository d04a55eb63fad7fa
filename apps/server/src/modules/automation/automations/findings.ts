import type { AutomationTrigger, ContactEventMatch } from '@recado/contracts/automation/automation-events'
import { isRunField } from '@recado/contracts/automation/automation-fields'
import { type AutomationGraph, type AutomationNode, triggerNode } from '@recado/contracts/automation/automation-graph'
import { checkGraph, type GraphFinding } from '@recado/contracts/automation/check-graph'
import type { FilterGroup } from '@recado/contracts/shared/filter'
import { isFilterGroup } from '@recado/contracts/shared/filter'
import type { CompanyCtx } from '#server/context.ts'
import { refusePath } from '#server/lib/json-path.ts'
import { loadCatalogue } from '#server/modules/contacts/filters/index.ts'
import { findExisting } from '#server/modules/shared/settings-resource/index.ts'
import { findExistingAutomations, findOwnFiles } from './queries/automations.ts'

/** A tree without what it asks of the run: what is left is asked of contacts. */
export const contactPart = (tree: FilterGroup): FilterGroup => ({
  ...tree,
  children: tree.children.flatMap((node): FilterGroup['children'] => {
    if (!isFilterGroup(node)) return isRunField(node.field) ? [] : [node]
    const inner = contactPart(node)
    return inner.children.length > 0 ? [inner] : []
  }),
})

/** Every tree of conditions of a graph. */
export const treesOf = ({ conditions, nodes }: AutomationGraph): FilterGroup[] => [
  conditions,
  ...nodes.flatMap((node) => {
    if (node.kind === 'branch') return [node.filter]
    return node.kind === 'switch' ? node.cases.map(({ filter }) => filter) : []
  }),
]

/** Files that its steps send. */
export const filesOf = ({ nodes }: Pick<AutomationGraph, 'nodes'>): string[] =>
  nodes.flatMap((node) => (node.kind === 'send_media' && node.fileId !== null ? [node.fileId] : []))

/** Segments that an event is about. */
const ofEvent = (event: AutomationTrigger | ContactEventMatch | null, field: string): Named[] =>
  event?.kind === 'segment_entered' || event?.kind === 'segment_left'
    ? [{ kind: 'segments', ids: event.segmentIds, field: `${field}segmentIds` }]
    : []

type Kind = 'labels' | 'lists' | 'tags' | 'teams' | 'members' | 'channels' | 'segments' | 'automations' | 'files'
type Named = { kind: Kind; ids: readonly (string | null)[]; field: string }

const namedBy = (node: AutomationNode): Named[] => {
  switch (node.kind) {
    case 'send_text':
    case 'send_template':
    case 'send_interactive':
    case 'ask_consent':
      return [{ kind: 'channels', ids: [node.channelId], field: 'channelId' }]
    case 'send_media':
      return [
        { kind: 'channels', ids: [node.channelId], field: 'channelId' },
        { kind: 'files', ids: [node.fileId], field: 'fileId' },
      ]
    case 'assign':
      return [
        { kind: 'members', ids: node.to === 'member' ? [node.memberId] : [], field: 'memberId' },
        { kind: 'teams', ids: node.to === 'team' ? [node.teamId] : [], field: 'teamId' },
      ]
    case 'label':
      return [{ kind: 'labels', ids: node.add, field: 'add' }]
    case 'tag':
      return [{ kind: 'tags', ids: node.add, field: 'add' }]
    case 'list':
      return [{ kind: 'lists', ids: [node.listId], field: 'listId' }]
    case 'notify':
      return [{ kind: 'members', ids: node.memberIds, field: 'memberIds' }]
    case 'start_automation':
      return [{ kind: 'automations', ids: [node.automationId], field: 'automationId' }]
    case 'wait_event':
      return ofEvent(node.event, 'event.')
    default:
      return []
  }
}

const findKnown = async (ctx: CompanyCtx, kind: Kind, ids: readonly string[]): Promise<readonly string[]> => {
  if (kind === 'automations') return findExistingAutomations(ctx, ids)
  return kind === 'files' ? findOwnFiles(ctx, ids) : findExisting(ctx, kind, ids)
}

const findMissing = async (ctx: CompanyCtx, graph: AutomationGraph): Promise<GraphFinding[]> => {
  const named = [
    { node: triggerNode, at: 'trigger.', things: ofEvent(graph.trigger, '') },
    { node: null, at: 'goal.', things: ofEvent(graph.goal, '') },
    ...graph.nodes.map((node, index) => ({ node: node.id, at: `nodes.${index}.`, things: namedBy(node) })),
  ].flatMap(({ node, at, things }) =>
    things.flatMap(({ kind, ids, field }) =>
      ids.filter((id) => id !== null).map((id) => ({ node, path: `${at}${field}`, kind, id })),
    ),
  )
  const findings: GraphFinding[] = []
  for (const [kind, all] of Map.groupBy(named, (one) => one.kind)) {
    const ids = all.map(({ id }) => id)
    const known = await findKnown(ctx, kind, ids)
    for (const { id, node, path } of all)
      if (!known.includes(id)) findings.push({ level: 'error', code: 'not_found', node, path, message: 'It is gone' })
  }
  return findings
}

const checkPaths = (graph: AutomationGraph): GraphFinding[] =>
  graph.nodes.flatMap((node, index) =>
    node.kind === 'http_request'
      ? node.save.flatMap(({ path }, place) => {
          const refusal = path === '' ? null : refusePath(path)
          const at = `nodes.${index}.save.${place}.path`
          return refusal === null
            ? []
            : [{ level: 'error' as const, code: 'invalid' as const, node: node.id, path: at, message: refusal }]
        })
      : [],
  )

/** What is wrong with a graph in this company. */
export const findingsOf = async (
  ctx: CompanyCtx,
  graph: AutomationGraph,
  automationId: string,
): Promise<GraphFinding[]> => {
  const trees = treesOf(graph).map(contactPart)
  const { fields, known } = await loadCatalogue(ctx, trees, { personalData: true, segments: true })
  return [
    ...checkGraph(graph, { contactFields: fields, references: known, automationId }),
    ...(await findMissing(ctx, graph)),
    ...checkPaths(graph),
  ]
}
