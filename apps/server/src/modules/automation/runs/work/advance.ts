import { createHash } from 'node:crypto'
import {
  type AutomationNode,
  automationLimits,
  followingNode,
  type NodeOf,
} from '@recado/contracts/automation/automation-graph'
import type { StepDecision } from '@recado/contracts/automation/automation-runs'
import type { FilterGroup } from '@recado/contracts/shared/filter'
import { evaluate, type Subject } from '../conditions/evaluate.ts'
import { findPlace } from '../queries/facts.ts'
import { afterSpan, momentOf } from './moments.ts'
import {
  endRun,
  failStep,
  fill,
  follow,
  isOver,
  nodeOf,
  noteStep,
  roundsOf,
  type Scene,
  setVariable,
  valueIn,
} from './scene.ts'

const DAY = 86_400_000

const subjectOf = ({ run }: Scene): Subject => ({
  ...{ trigger: run.trigger as Subject['trigger'], contactId: run.contactId, conversationId: run.conversationId },
  ...{ event: run.event, variables: run.variables },
})

const ask = async (scene: Scene, filter: FilterGroup) => {
  const [verdict] = await evaluate(scene.ctx, filter, [subjectOf(scene)])
  return verdict ?? { holds: false, conditions: [] }
}

const goBy = (scene: Scene, node: AutomationNode, outlet: string, decision: StepDecision): void => {
  noteStep(scene, node, { state: 'done', outlet, decision })
  follow(scene, outlet)
}

const branch = async (scene: Scene, node: NodeOf<'branch'>): Promise<void> => {
  const { holds, conditions } = await ask(scene, node.filter)
  goBy(scene, node, holds ? 'yes' : 'no', { cases: [{ outlet: 'yes', holds, conditions }] })
}

const choose = async (scene: Scene, node: NodeOf<'switch'>): Promise<void> => {
  const cases: NonNullable<StepDecision['cases']> = []
  for (const one of node.cases) {
    const outlet = `case:${one.id}`
    const { holds, conditions } = await ask(scene, one.filter)
    cases.push({ outlet, holds, conditions })
    if (holds) return goBy(scene, node, outlet, { cases })
  }
  goBy(scene, node, 'else', { cases })
}

/** The same whenever it is asked for the same step of the same run. */
const draw = (scene: Scene, node: AutomationNode): number => {
  const place = `${scene.run.id} ${node.id} ${roundsOf(scene).join('.')}`
  return createHash('sha256').update(place).digest().readUInt32BE(0) % 100
}

const split = (scene: Scene, node: NodeOf<'split'>): void => {
  const drawn = draw(scene, node)
  let bound = 0
  const part = node.parts.find(({ percent }) => {
    bound += percent
    return drawn < bound
  })
  goBy(scene, node, `part:${(part ?? node.parts.at(-1))?.id}`, { draw: drawn })
}

const itemsOf = (value: unknown): unknown[] | null => {
  if (Array.isArray(value)) return value
  if (typeof value !== 'string') return null
  // Systems write lists as JSON, or with commas between.
  if (value.trim().startsWith('[')) {
    try {
      const parsed: unknown = JSON.parse(value)
      return Array.isArray(parsed) ? parsed : null
    } catch {
      return null
    }
  }
  return value
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '')
}

const beginLoop = (scene: Scene, node: NodeOf<'loop'>): void => {
  const items = itemsOf(valueIn(scene, node.over)) ?? []
  if (items.length > automationLimits.items) {
    const message = `${items.length} things, ${automationLimits.items} at most`
    failStep(scene, node, { code: 'loop_too_long', message })
    return
  }
  const isEmpty = items.length === 0 || followingNode(scene.graph, node.id, 'each') === null
  noteStep(scene, node, { state: 'done', outlet: isEmpty ? 'done' : 'each', output: { count: items.length } })
  if (!isEmpty) {
    scene.run.loops = [...scene.run.loops, { node: node.id, round: 0, items }]
    setVariable(scene, node.as, items[0])
  }
  follow(scene, isEmpty ? 'done' : 'each')
}

/** At the end of a way: the next round of the loop that the run is in, what comes after the loop, or the end. */
const endWay = (scene: Scene): void => {
  const { run, graph } = scene
  const loop = run.loops.at(-1)
  if (!loop) {
    endRun(scene, 'finished')
    return
  }
  const node = graph.nodes.find(({ id }) => id === loop.node)
  const outer = run.loops.slice(0, -1)
  const round = loop.round + 1
  if (node?.kind !== 'loop' || round >= loop.items.length) {
    run.loops = outer
    run.node = followingNode(graph, loop.node, 'done')
    return
  }
  run.loops = [...outer, { ...loop, round }]
  setVariable(scene, node.as, loop.items[round])
  run.node = followingNode(graph, loop.node, 'each')
}

type Awaited = { event?: string | null; input?: Record<string, unknown>; output?: Record<string, unknown> | undefined }

/** Has the run wait at a step, for a moment, or for an event until then. */
export const waitUntil = (
  scene: Scene,
  node: AutomationNode,
  at: Date,
  { event = null, input, output }: Awaited = {},
): void => {
  const { run } = scene
  noteStep(scene, node, {
    state: 'waiting',
    input: { ...input, until: at.toISOString(), ...(event && { event }) },
    output: output ?? null,
  })
  run.state = 'delayed'
  run.wakeAt = at
  run.waitFor = event ? 'event' : 'moment'
  run.waitEvent = event
}

const channelOf = async ({ ctx, run }: Scene): Promise<string | null> =>
  run.conversationId === null ? null : ((await findPlace(ctx, ctx.company.id, run.conversationId))?.channelId ?? null)

const beginWait = async (scene: Scene, node: NodeOf<'wait' | 'wait_until' | 'wait_event'>): Promise<void> => {
  const { ctx, run, settings } = scene
  const now = ctx.now()
  if (node.kind === 'wait') return waitUntil(scene, node, afterSpan(now, node.span))
  if (node.kind === 'wait_event')
    return waitUntil(scene, node, afterSpan(now, node.timeout), { event: node.event.kind })
  const channelId = node.until.type === 'business_hours' ? await channelOf(scene) : null
  const at = momentOf(ctx, node.until, { settings, channelId, value: (name) => valueIn(scene, name) })
  if (at === null) return failStep(scene, node, { code: 'date_missing', message: 'The date is not known' })
  if (at.getTime() > run.startedAt.getTime() + automationLimits.days * DAY)
    return failStep(scene, node, { code: 'wait_too_long', message: `At most ${automationLimits.days} days` })
  if (at <= now) return goBy(scene, node, 'next', { reason: 'past' })
  waitUntil(scene, node, at)
}

const endWait = (scene: Scene, node: AutomationNode): void => {
  const { run } = scene
  const isAnswered = node.kind === 'wait_event' || node.kind === 'ask_consent'
  const outlet = isAnswered ? (run.woken ?? 'timeout') : 'next'
  noteStep(scene, node, { state: 'done', outlet, ...(run.woken === 'skipped' && { decision: { reason: 'skipped' } }) })
  follow(scene, outlet === 'skipped' ? 'next' : outlet)
}

const isWaiting = (node: AutomationNode): node is NodeOf<'wait' | 'wait_until' | 'wait_event'> =>
  node.kind === 'wait' || node.kind === 'wait_until' || node.kind === 'wait_event'

/** One step that changes nothing outside of the run; false for those that do. */
const step = async (scene: Scene, node: AutomationNode): Promise<boolean> => {
  if (isWaiting(node)) {
    if (scene.run.waitFor !== null) endWait(scene, node)
    else await beginWait(scene, node)
    return true
  }
  switch (node.kind) {
    case 'ask_consent':
      if (scene.run.waitFor === null) return false
      endWait(scene, node)
      return true
    case 'branch':
      await branch(scene, node)
      return true
    case 'switch':
      await choose(scene, node)
      return true
    case 'split':
      split(scene, node)
      return true
    case 'loop':
      beginLoop(scene, node)
      return true
    case 'set_variable': {
      const value = fill(scene, node.value)
      setVariable(scene, node.variable, value)
      noteStep(scene, node, { state: 'done', outlet: 'next', output: { [node.variable]: value } })
      follow(scene, 'next')
      return true
    }
    case 'end':
      noteStep(scene, node, { state: 'done' })
      endRun(scene, 'finished')
      return true
    default:
      return false
  }
}

/** What is written at once; a run that goes on takes its turn again. */
const AT_ONCE = 50

/**
 * Leads a run on, in memory, until it ends, waits, or comes to a step that changes something outside of it, which it
 * answers.
 */
export const advance = async (scene: Scene): Promise<AutomationNode | null> => {
  const { run, ctx } = scene
  const begun = scene.steps.length
  while (!isOver(scene)) {
    const isDue = run.state === 'pending' || (run.wakeAt !== null && run.wakeAt <= ctx.now())
    if (!isDue) return null
    if (ctx.now().getTime() - run.startedAt.getTime() > (automationLimits.days + 1) * DAY) {
      endRun(scene, 'too_long')
      return null
    }
    const node = nodeOf(scene)
    if (!node) {
      if (run.node !== null) run.node = null
      endWay(scene)
      continue
    }
    if (run.steps >= automationLimits.steps && run.waitFor === null) {
      run.error = { code: 'too_many_steps', message: `At most ${automationLimits.steps} steps` }
      endRun(scene, 'too_many_steps')
      return null
    }
    if (!(await step(scene, node))) return node
    if (scene.steps.length - begun >= AT_ONCE) {
      run.wakeAt = ctx.now()
      return null
    }
  }
  return null
}
