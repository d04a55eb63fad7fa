// The house as it is meant to be read: a domain uses only domains named before it, and no modules need each other in a
// circle. Files may be fine one by one while the modules they stand in are not, so this is asked of modules as wholes.
// The notification service is a house of its own, with rooms for domains.

import { domains } from '../../apps/server/src/define-module.ts'

/** The order of a house from the ground up, and which part of it a file belongs to: `inbox/labels`, or none. */
export type House = { rule: string; floors: readonly string[]; partOf: (path: string) => string | null }

/** The notification service stands beside: it knows none of the domains, and any of them may trigger it. */
export const product: House = {
  rule: 'domains-downwards',
  floors: domains,
  partOf: (path) => /^apps\/server\/src\/modules\/(product-notifications|[^/]+\/[^/]+)\//.exec(path)?.[1] ?? null,
}

const inNotifications = /^apps\/server\/src\/notifications\/(?:([^/]+)\/(?:(?!queries\/)([^/]+)\/)?)?[^/]+\.ts$/

/** What others see of the service stands on top of its rooms. */
const front = 'front'
export const notifications: House = {
  rule: 'rooms-downwards',
  floors: ['shared', 'definitions', 'audience', 'delivery', 'inbox', 'engine', 'api', 'admin', front],
  partOf: (path) => {
    const found = inNotifications.exec(path)
    if (!found) return null
    const [, room = front, part] = found
    return part ? `${room}/${part}` : room
  },
}

/** `from` uses `to` in `count` places, of which `file`, which needs `used`, is one. */
type ModuleEdge = { from: string; to: string; count: number; file: string; used: string }
type Imports = readonly { source: string; dependencies: readonly { resolved: string }[] }[]

const isTest = (path: string) => /\.test\.ts$/.test(path)

export const moduleEdges = (files: Imports, { partOf }: House): ModuleEdge[] => {
  const edges = new Map<string, ModuleEdge>()
  for (const { source, dependencies } of files) {
    const from = isTest(source) ? null : partOf(source)
    if (!from) continue
    const targets = new Map(dependencies.map(({ resolved }) => [partOf(resolved), resolved]))
    for (const [to, used] of targets) {
      if (!to || to === from) continue
      const key = `${from} -> ${to}`
      edges.set(key, { from, to, file: source, used, count: (edges.get(key)?.count ?? 0) + 1 })
    }
  }
  return [...edges.values()]
}

/** Edges into a floor that is named later, and floors that the house does not know. */
export const upwardEdges = (edges: readonly ModuleEdge[], { floors }: House): ModuleEdge[] => {
  const floor = (module: string) => floors.indexOf(module.split('/')[0] ?? '')
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
