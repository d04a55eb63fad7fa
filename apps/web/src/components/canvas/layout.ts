/** A way out of a step; `to` is null where nothing follows. */
export type CanvasWay = {
  id: string
  /** Words at the line, such as "Yes"; none for the only way. */
  label?: string
  to: string | null
  /** It leads into the body of a loop. */
  inner?: true
  /** Nothing can be put there. */
  fixed?: true
}
export type CanvasStep = { id: string; ways: readonly CanvasWay[] }

export const sizes = {
  card: { width: 264, height: 84 },
  way: { width: 132, height: 34, labelled: 60 },
  gap: { x: 32, y: 24 },
  frame: { side: 20, top: 34, bottom: 18 },
} as const

export type Box = { x: number; y: number; width: number; height: number }
export type PlacedWay = Box & { from: string; way: CanvasWay; target: { to: string; jumps: boolean } | null }
export type Layout = {
  steps: (Box & { id: string })[]
  ways: PlacedWay[]
  /** Bodies of loops, by the step that begins each. */
  frames: (Box & { id: string })[]
  width: number
  height: number
}

type Block = Omit<Layout, 'width' | 'height'> & { left: number; right: number; height: number }
type Known = {
  steps: ReadonlyMap<string, CanvasStep>
  order: readonly string[]
  /** How many ways lead to a step, those that lead back not counted. */
  entries: ReadonlyMap<string, number>
  /** The step that every way to a step passes last. */
  above: ReadonlyMap<string, string>
  back: ReadonlySet<string>
}

const keyOf = (from: string, way: CanvasWay) => `${from} ${way.id}`

/** Steps from `start` so that each stands after those that lead to it, and the ways that lead back. */
const sort = (steps: ReadonlyMap<string, CanvasStep>, start: string) => {
  const order: string[] = []
  const back = new Set<string>()
  const seen = new Set<string>()
  const open = new Set<string>()
  const visit = (id: string): void => {
    seen.add(id)
    open.add(id)
    for (const way of (steps.get(id)?.ways ?? []).toReversed()) {
      if (way.to === null || !steps.has(way.to)) continue
      if (open.has(way.to)) back.add(keyOf(id, way))
      else if (!seen.has(way.to)) visit(way.to)
    }
    open.delete(id)
    order.unshift(id)
  }
  visit(start)
  return { order, back }
}

const read = (steps: ReadonlyMap<string, CanvasStep>, start: string): Known => {
  const { order, back } = sort(steps, start)
  const entries = new Map<string, number>()
  const above = new Map<string, string>()
  const depth = new Map([[start, 0]])
  const deeper = (one: string, other: string) => ((depth.get(one) ?? 0) > (depth.get(other) ?? 0) ? one : other)
  const meet = (one: string, other: string): string => {
    let [a, b] = [one, other]
    while (a !== b) {
      const low = deeper(a, b)
      const up = above.get(low) ?? start
      if (low === a) a = up
      else b = up
    }
    return a
  }
  for (const id of order)
    for (const way of steps.get(id)?.ways ?? []) {
      if (way.to === null || !steps.has(way.to) || back.has(keyOf(id, way))) continue
      const known = above.get(way.to)
      const over = known === undefined ? id : meet(known, id)
      entries.set(way.to, (entries.get(way.to) ?? 0) + 1)
      above.set(way.to, over)
      depth.set(way.to, (depth.get(over) ?? 0) + 1)
    }
  return { steps, order, entries, above, back }
}

const moved = <B extends Box>(boxes: readonly B[], x: number, y: number): B[] =>
  boxes.map((box) => ({ ...box, x: box.x + x, y: box.y + y }))
const add = (to: Block, from: Block, x: number, y: number): void => {
  to.steps.push(...moved(from.steps, x, y))
  to.ways.push(...moved(from.ways, x, y))
  to.frames.push(...moved(from.frames, x, y))
  to.left = Math.max(to.left, from.left - x)
  to.right = Math.max(to.right, from.right + x)
  to.height = Math.max(to.height, y + from.height)
}
const blank = (): Block => ({ steps: [], ways: [], frames: [], left: 0, right: 0, height: 0 })

/** A way with all that follows on it alone; its line runs at x = 0. */
const armOf = (known: Known, from: string, way: CanvasWay): Block => {
  const height = way.label === undefined ? sizes.way.height : sizes.way.labelled
  const { width } = sizes.way
  const leads = way.to !== null && known.steps.has(way.to)
  const jumps = known.back.has(keyOf(from, way))
  const arm = blank()
  arm.ways.push({
    ...{ x: -width / 2, y: 0, width, height, from, way },
    target: leads && way.to !== null ? { to: way.to, jumps } : null,
  })
  arm.left = width / 2
  arm.right = width / 2
  arm.height = height
  if (leads && !jumps && way.to !== null && known.entries.get(way.to) === 1)
    add(arm, blockOf(known, way.to), 0, height + sizes.gap.y)
  return arm
}

const framed = (id: string, arm: Block): Block => {
  const { side, top, bottom } = sizes.frame
  const box = blank()
  add(box, arm, 0, top)
  box.left += side
  box.right += side
  box.height += bottom
  box.frames.unshift({ id, x: -box.left, y: 0, width: box.left + box.right, height: box.height })
  return box
}

/** A step with its ways side by side, and beneath them what several of them lead to. */
const blockOf = (known: Known, id: string): Block => {
  const block = blank()
  const { card, gap } = sizes
  block.steps.push({ id, x: -card.width / 2, y: 0, width: card.width, height: card.height })
  block.left = card.width / 2
  block.right = card.width / 2
  block.height = card.height
  const all = known.steps.get(id)?.ways ?? []
  const after = all.some(({ inner }) => inner) ? all.find(({ inner }) => !inner) : undefined
  const arms = all
    .filter((way) => way !== after)
    .map((way) => (way.inner ? framed(id, armOf(known, id, way)) : armOf(known, id, way)))
  const width = arms.reduce((sum, { left, right }) => sum + left + right, gap.x * Math.max(0, arms.length - 1))
  // A body of a loop stands straight beneath its step.
  let x = after && arms[0] ? -arms[0].left : -width / 2
  if (arms.length === 1 && arms[0]) x = -arms[0].left
  for (const arm of arms) {
    add(block, arm, x + arm.left, card.height + gap.y)
    x += arm.left + arm.right + gap.x
  }
  if (after) add(block, armOf(known, id, after), 0, block.height + gap.y)
  const joins = known.order.filter((one) => known.above.get(one) === id && (known.entries.get(one) ?? 0) > 1)
  for (const join of joins) add(block, blockOf(known, join), 0, block.height + gap.y * 2)
  return block
}

/**
 * Where steps, their ways out and the bodies of loops stand: from `start` downwards, ways side by side in their order, and
 * steps to which several ways lead beneath all of these. What nothing leads to stands on the right.
 */
export const layOut = (all: readonly CanvasStep[], start: string): Layout => {
  const steps = new Map(all.map((step) => [step.id, step]))
  const whole = blank()
  const missing = new Set(steps.keys())
  for (let root: string | undefined = start; root !== undefined && steps.has(root); [root] = missing) {
    const rest = new Map([...steps].filter(([id]) => missing.has(id)))
    const known = read(rest, root)
    const block = blockOf(known, root)
    add(whole, block, whole.steps.length === 0 ? 0 : whole.right + sizes.gap.x * 2 + block.left, 0)
    for (const id of known.order) missing.delete(id)
  }
  const { left, right, height } = whole
  return {
    steps: moved(whole.steps, left, 0),
    ways: moved(whole.ways, left, 0),
    frames: moved(whole.frames, left, 0),
    width: left + right,
    height,
  }
}

const middle = ({ x, y, width, height }: Box) => ({ x: x + width / 2, y: y + height / 2 })
const directions = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] } as const
export type Direction = keyof typeof directions
export const isDirection = (key: string): key is Direction => key in directions

/** The step that an arrow key leads to from another; null at the edge. */
export const neighbourOf = ({ steps }: Layout, id: string, key: Direction): string | null => {
  const here = steps.find((step) => step.id === id)
  if (!here) return null
  const from = middle(here)
  const [across, down] = directions[key]
  const rated = steps.flatMap((step) => {
    const to = middle(step)
    const [x, y] = [to.x - from.x, to.y - from.y]
    const ahead = x * across + y * down
    const aside = Math.abs(across === 0 ? x : y)
    return ahead > 1 ? [{ id: step.id, rating: ahead + aside * 2 }] : []
  })
  return rated.toSorted((a, b) => a.rating - b.rating)[0]?.id ?? null
}
