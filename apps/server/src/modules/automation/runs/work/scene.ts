import { createHash } from 'node:crypto'
import type { AutomationGraph, AutomationNode } from '@recado/contracts/automation/automation-graph'
import { automationLimits, followingNode, outletPast } from '@recado/contracts/automation/automation-graph'
import type { RunEnding, StepDecision, StepError, StepState } from '@recado/contracts/automation/automation-runs'
import type { ErrorCode } from '@recado/contracts/errors'
import type { CompanyCtx } from '#server/context.ts'
import { newId } from '#server/lib/ids.ts'
import type { CompanySettings } from '#server/modules/companies/settings-cache/index.ts'
import type { FullContact } from '#server/modules/contacts/contacts/index.ts'
import { type NewStep, type RunRow, stateOfEnding } from '../queries/runs.ts'
import { fillerOf, peopleFillerOf, valueAt } from './texts.ts'

/** A run at work: what it goes by, how far it has come, and what is still to be written of that. */
export type Scene = {
  ctx: CompanyCtx
  settings: CompanySettings
  graph: AutomationGraph
  contact: FullContact | null
  /** Changed as the run goes on. */
  run: RunRow
  /** Steps that were done and are not written yet. */
  steps: NewStep[]
}

export const isOver = ({ run }: Pick<Scene, 'run'>): boolean => !['queued', 'pending', 'delayed'].includes(run.state)

export const nodeOf = ({ graph, run }: Pick<Scene, 'graph' | 'run'>): AutomationNode | undefined =>
  graph.nodes.find(({ id }) => id === run.node)

export const roundsOf = ({ run }: Pick<Scene, 'run'>): number[] => run.loops.map(({ round }) => round)

/** What a step of a run is known by, in whatever round: what is done under it is done once. */
export const keyOfStep = (scene: Pick<Scene, 'run'>, what = ''): string => {
  const place = `${scene.run.id} ${scene.run.node} ${roundsOf(scene).join('.')} ${what}`
  return `au:${createHash('sha256').update(place).digest('hex').slice(0, 48)}`
}

export const fill = (scene: Scene, text: string, write?: (value: string) => string): string => {
  const { contact, run } = scene
  return fillerOf(scene.ctx, { contact, event: run.event, variables: run.variables })(text, write)
}

const alone = /^\{\{\s*([\w.]+)\s*\}\}$/

/** A text, filled in. One that is one placeholder alone keeps its kind, as numbers are asked for in some fields. */
export const filledValue = (scene: Scene, text: string): string | number | boolean => {
  const [, name] = alone.exec(text.trim()) ?? []
  const value = name === undefined ? undefined : valueIn(scene, name)
  return typeof value === 'number' || typeof value === 'boolean' ? value : fill(scene, text)
}

/** A text for people, in a language or in that of the company. */
export const fillForPeople = (
  { ctx, settings, contact, run }: Scene,
  text: string,
  language: string = settings.locale,
): string => {
  const { timezone } = ctx.company
  return peopleFillerOf(ctx, { contact, event: run.event, variables: run.variables }, { language, timezone })(text)
}

export const valueIn = ({ ctx, contact, run }: Scene, name: string): unknown =>
  valueAt(ctx, { contact, event: run.event, variables: run.variables }, name)

const shortened = (value: unknown): unknown => {
  if (typeof value === 'string') return value.slice(0, automationLimits.value)
  const text = JSON.stringify(value ?? null)
  return text.length <= automationLimits.value * 5 ? (value ?? null) : text.slice(0, automationLimits.value)
}

/** Keeps a value for later steps. Beyond so many none is added. */
export const setVariable = ({ run }: Pick<Scene, 'run'>, name: string, value: unknown): void => {
  const isFull = Object.keys(run.variables).length >= automationLimits.variables && !(name in run.variables)
  if (name !== '' && !isFull) run.variables = { ...run.variables, [name]: shortened(value) }
}

type Said = {
  state: StepState
  outlet?: string | null
  decision?: StepDecision | null
  input?: Record<string, unknown> | null
  output?: Record<string, unknown> | null
  error?: { code: string; message: string } | null
}

/** Notes what became of the step that the run is at. A step that waited before is completed. */
export const noteStep = (scene: Scene, node: AutomationNode, said: Said): void => {
  const { run, ctx } = scene
  const isWaiting = said.state === 'waiting'
  const wasWaiting = run.waitFor !== null && run.steps > 0
  if (!wasWaiting) run.steps += 1
  const { outlet = null, decision = null, input = null, output = null, error = null } = said
  scene.steps.push({
    ...{ seq: run.steps, id: newId(), node: node.id, kind: node.kind, rounds: roundsOf(scene), state: said.state },
    ...{ outlet, decision, input, output, error, attempt: run.attempt + 1 },
    ...{ startedAt: ctx.now(), endedAt: isWaiting ? null : ctx.now() },
  })
}

/** Ends the run. */
export const endRun = ({ run, ctx }: Pick<Scene, 'run' | 'ctx'>, ending: RunEnding): void => {
  run.state = stateOfEnding(ending)
  run.ending = ending
  run.wakeAt = null
  run.waitFor = null
  run.waitEvent = null
  run.endedAt = ctx.now()
}

/** Leads the run on by a way out of the step that it is at. */
export const follow = ({ run, graph }: Pick<Scene, 'run' | 'graph'>, outlet: string): void => {
  const from = run.node
  run.attempt = 0
  run.waitFor = null
  run.waitEvent = null
  run.woken = null
  run.state = 'pending'
  run.node = from === null ? null : followingNode(graph, from, outlet)
}

/** What a step that fails comes to, as its author decided. */
export const failStep = (
  scene: Scene,
  node: AutomationNode,
  error: { code: StepError | ErrorCode; message: string },
  input: Record<string, unknown> | null = null,
): void => {
  const way = 'onError' in node ? node.onError : 'stop'
  const outlet = way === 'branch' ? 'error' : way === 'continue' ? outletPast(node) : null
  noteStep(scene, node, { state: 'failed', outlet, error, input })
  if (outlet === null) {
    scene.run.error = error
    endRun(scene, 'error')
  } else follow(scene, outlet)
}
