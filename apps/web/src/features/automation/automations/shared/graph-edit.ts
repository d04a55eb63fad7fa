import type { AutomationGraph, AutomationNode, NodeKind } from '@recado/contracts/automation/automation-graph'
import { outletsOf, triggerNode } from '@recado/contracts/automation/automation-graph'
import type { CanvasPlace } from '#web/components/canvas/canvas-node.ts'

// Changes of a graph, as its builder makes them.

const letters = 'abcdefghijklmnopqrstuvwxyz0123456789'
const randomText = (length: number): string =>
  [...crypto.getRandomValues(new Uint8Array(length))].map((one) => letters[one % letters.length]).join('')

/** An id for a new step, a case or a part. */
export const newId = (kind: NodeKind | 'case' | 'part'): string => `${kind.replaceAll('_', '-')}-${randomText(6)}`

type Edges = AutomationGraph['edges']
const isAt =
  ({ from, way }: CanvasPlace) =>
  (edge: Edges[number]): boolean =>
    edge.from === from && edge.outlet === way

/** On which way what followed goes on when a step is put before it. */
const mainWay = (node: AutomationNode): string | undefined => {
  const ways = outletsOf(node)
  return node.kind === 'loop' ? 'done' : ways[0]
}

/** Steps that the trigger leads to. */
const reached = ({ nodes, edges }: Pick<AutomationGraph, 'nodes' | 'edges'>): Set<string> => {
  const seen = new Set<string>([triggerNode])
  const waiting = [triggerNode]
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop())
    for (const { from, to } of edges)
      if (from === id && !seen.has(to) && nodes.some((node) => node.id === to)) {
        seen.add(to)
        waiting.push(to)
      }
  return seen
}

/** Drops ways out that are no more, and what only they led to; what stood apart before stays. */
const tidy = (graph: AutomationGraph, before: AutomationGraph): AutomationGraph => {
  const outlets = new Map(graph.nodes.map((node) => [node.id, outletsOf(node)]))
  outlets.set(triggerNode, ['next'])
  const edges = graph.edges.filter(({ from, outlet, to }) => outlets.get(from)?.includes(outlet) && outlets.has(to))
  const was = reached(before)
  const is = reached({ nodes: graph.nodes, edges })
  const nodes = graph.nodes.filter(({ id }) => is.has(id) || !was.has(id))
  const left = new Set([triggerNode, ...nodes.map(({ id }) => id)])
  return { ...graph, nodes, edges: edges.filter(({ from, to }) => left.has(from) && left.has(to)) }
}

/** Puts a step at a place; what followed there follows the step. */
export const insertStep = (graph: AutomationGraph, place: CanvasPlace, node: AutomationNode): AutomationGraph => {
  const after = graph.edges.find(isAt(place))
  const way = mainWay(node)
  const next = {
    ...graph,
    nodes: [...graph.nodes, node],
    edges: [
      ...graph.edges.filter((edge) => edge !== after),
      { from: place.from, outlet: place.way, to: node.id },
      ...(after && way !== undefined ? [{ from: node.id, outlet: way, to: after.to }] : []),
    ],
  }
  return tidy(next, graph)
}

/** Lets a way out go on at a step that is there, or nowhere. */
export const leadTo = (graph: AutomationGraph, place: CanvasPlace, to: string | null): AutomationGraph =>
  tidy(
    {
      ...graph,
      edges: [
        ...graph.edges.filter((edge) => !isAt(place)(edge)),
        ...(to === null ? [] : [{ from: place.from, outlet: place.way, to }]),
      ],
    },
    graph,
  )

/** Changes a step; ways out that it loses go, with what only they led to. */
export const replaceStep = (graph: AutomationGraph, node: AutomationNode): AutomationGraph =>
  tidy({ ...graph, nodes: graph.nodes.map((one) => (one.id === node.id ? node : one)) }, graph)

/** Takes a step out: what led to it goes on with what followed on its first way, other ways go. */
export const removeStep = (graph: AutomationGraph, id: string): AutomationGraph => {
  const node = graph.nodes.find((one) => one.id === id)
  if (!node) return graph
  const way = mainWay(node)
  const after = graph.edges.find((edge) => edge.from === id && edge.outlet === way)?.to
  return tidy(
    {
      ...graph,
      nodes: graph.nodes.filter((one) => one.id !== id),
      edges: graph.edges.flatMap((edge) => {
        if (edge.from === id) return []
        if (edge.to !== id) return [edge]
        return after === undefined || after === edge.from ? [] : [{ ...edge, to: after }]
      }),
    },
    graph,
  )
}

/** Steps to which a place can lead without a circle. */
export const targetsOf = (graph: AutomationGraph, from: string): AutomationNode[] => {
  const above = new Set<string>([from])
  const waiting = [from]
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop())
    for (const edge of graph.edges)
      if (edge.to === id && !above.has(edge.from)) {
        above.add(edge.from)
        waiting.push(edge.from)
      }
  return graph.nodes.filter(({ id }) => !above.has(id))
}

/** Variables that steps set, each once. */
export const variablesOf = ({ nodes }: Pick<AutomationGraph, 'nodes'>): string[] => {
  const names = nodes.flatMap((node) => {
    if (node.kind === 'set_variable') return [node.variable]
    if (node.kind === 'http_request') return node.save.map(({ variable }) => variable)
    return node.kind === 'loop' ? [node.as] : []
  })
  return [...new Set(names.filter(Boolean))]
}
