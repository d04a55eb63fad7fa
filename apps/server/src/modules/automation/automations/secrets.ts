import type { AutomationGraph, AutomationNode } from '@recado/contracts/automation/automation-graph'
import type { Deps } from '#server/context.ts'

// Values of headers that are secret: sealed where they are stored, and never answered.

const SEALED = 'sealed:'

type Headers = Extract<AutomationNode, { kind: 'http_request' }>['headers']

const mapHeaders = (graph: AutomationGraph, map: (headers: Headers, node: string) => Headers): AutomationGraph => ({
  ...graph,
  nodes: graph.nodes.map((node) =>
    node.kind === 'http_request' ? { ...node, headers: map(node.headers, node.id) } : node,
  ),
})

const secretsOf = (graph: AutomationGraph | null): ReadonlyMap<string, string> => {
  const known = new Map<string, string>()
  for (const node of graph?.nodes ?? [])
    if (node.kind === 'http_request')
      for (const { name, value, secret } of node.headers)
        if (secret && value?.startsWith(SEALED)) known.set(`${node.id} ${name.toLowerCase()}`, value)
  return known
}

/** The graph as it is stored: new secrets are sealed, those that were left out stay what they were. */
export const sealGraph = (deps: Deps, graph: AutomationGraph, before: AutomationGraph | null): AutomationGraph => {
  const known = secretsOf(before)
  return mapHeaders(graph, (headers, node) =>
    headers.map((header) => {
      if (!header.secret) return header
      const value =
        header.value === null
          ? (known.get(`${node} ${header.name.toLowerCase()}`) ?? null)
          : `${SEALED}${deps.sealer.seal(header.value)}`
      return { ...header, value }
    }),
  )
}

/** The graph as it is answered. */
export const showGraph = (graph: AutomationGraph): AutomationGraph =>
  mapHeaders(graph, (headers) => headers.map((header) => (header.secret ? { ...header, value: null } : header)))

/** The value of a header as it is sent; null for a secret that was never given. */
export const openHeader = (deps: Deps, { value, secret }: Headers[number]): string | null =>
  secret && value?.startsWith(SEALED) ? deps.sealer.open(value.slice(SEALED.length)) : value
