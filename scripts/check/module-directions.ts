// The house as it is meant to be read: a domain uses only domains named before it, and no modules need each other in a
// circle. Files may be fine one by one while the modules they stand in are not, so this is asked of modules as wholes.

/** From the ground up. The notification service stands beside: it knows none of them, and any of them may trigger it. */
export const domains = [
  'shared',
  'identity',
  'companies',
  'contacts',
  'whatsapp',
  'inbox',
  'automation',
  'admin',
  'product-notifications',
] as const

/** `from` uses `to` in `count` places, of which `file` is one. */
export type ModuleEdge = { from: string; to: string; count: number; file: string }
type Imports = readonly { source: string; dependencies: readonly { resolved: string }[] }[]

/** The module that a file of the server belongs to: `inbox/labels`, `product-notifications`, or none. */
export const moduleOf = (path: string): string | null =>
  /^apps\/server\/src\/modules\/(product-notifications|[^/]+\/[^/]+)\//.exec(path)?.[1] ?? null

const domainOf = (module: string): string => module.split('/')[0] ?? ''
const isTest = (path: string) => /\.test\.ts$/.test(path)

export const moduleEdges = (files: Imports): ModuleEdge[] => {
  const edges = new Map<string, ModuleEdge>()
  for (const { source, dependencies } of files) {
    const from = isTest(source) ? null : moduleOf(source)
    if (!from) continue
    for (const to of new Set(dependencies.map(({ resolved }) => moduleOf(resolved)))) {
      if (!to || to === from) continue
      const key = `${from} -> ${to}`
      edges.set(key, { from, to, file: source, count: (edges.get(key)?.count ?? 0) + 1 })
    }
  }
  return [...edges.values()]
}

/** Edges into a domain that is named later, and domains that the list does not know. */
export const upwardEdges = (edges: readonly ModuleEdge[]): ModuleEdge[] => {
  const floor = (module: string) => (domains as readonly string[]).indexOf(domainOf(module))
  return edges.filter(({ from, to }) => floor(from) < 0 || floor(to) < 0 || floor(to) > floor(from))
}

/** Groups of modules of which each needs each other, by Tarjan's algorithm. */
export const moduleCircles = (edges: readonly ModuleEdge[]): string[][] => {
  const next = new Map<string, string[]>()
  for (const { from, to } of edges) next.set(from, [...(next.get(from) ?? []), to])
  const order = new Map<string, number>()
  const low = new Map<string, number>()
  const stack: string[] = []
  const circles: string[][] = []
  const visit = (module: string): number => {
    const place = order.size
    order.set(module, place)
    low.set(module, place)
    stack.push(module)
    for (const other of next.get(module) ?? []) {
      if (!order.has(other)) low.set(module, Math.min(low.get(module) ?? place, visit(other)))
      else if (stack.includes(other)) low.set(module, Math.min(low.get(module) ?? place, order.get(other) ?? place))
    }
    if (low.get(module) === place) {
      const circle = stack.splice(stack.indexOf(module))
      if (circle.length > 1) circles.push(circle.toSorted())
    }
    return low.get(module) ?? place
  }
  for (const module of next.keys()) if (!order.has(module)) visit(module)
  return circles
}
