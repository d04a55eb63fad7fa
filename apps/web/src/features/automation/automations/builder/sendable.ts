import type { AutomationGraph, AutomationNode } from '@recado/contracts/automation/automation-graph'
import { type FilterCondition, type FilterGroup, isFilterGroup } from '@recado/contracts/shared/filter'

const withFields = (tree: FilterGroup): FilterGroup => ({
  ...tree,
  children: tree.children.flatMap((node): (FilterGroup | FilterCondition)[] => {
    if (!isFilterGroup(node)) return node.field === '' ? [] : [node]
    const inner = withFields(node)
    return inner.children.length > 0 ? [inner] : []
  }),
})

type Interactive = NonNullable<Extract<AutomationNode, { kind: 'send_interactive' }>['message']>
const isWhole = (message: Interactive): boolean =>
  message.body.trim() !== '' &&
  (message.kind !== 'buttons' ||
    (message.buttons.every(({ title }) => title.trim() !== '') &&
      new Set(message.buttons.map(({ title }) => title.trim())).size === message.buttons.length))

const sendableNode = (node: AutomationNode): AutomationNode => {
  if (node.kind === 'branch') return { ...node, filter: withFields(node.filter) }
  if (node.kind === 'switch')
    return { ...node, cases: node.cases.map((one) => ({ ...one, filter: withFields(one.filter) })) }
  if (node.kind === 'send_interactive' && node.message && !isWhole(node.message)) return { ...node, message: null }
  return node
}

/** A draft as the server keeps it: without conditions that name no field yet, and messages that are still being written. */
export const sendableOf = (graph: AutomationGraph): AutomationGraph => ({
  ...graph,
  conditions: withFields(graph.conditions),
  nodes: graph.nodes.map(sendableNode),
})
