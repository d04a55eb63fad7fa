import type { ContactEventKind } from '@recado/contracts/automation/automation-events'
import type { AutomationNode, NodeKind, NodeOf } from '@recado/contracts/automation/automation-graph'
import type { StepError, StepReason } from '@recado/contracts/automation/automation-runs'
import type { WaitSpan } from '@recado/contracts/automation/wait-spans'
import type { ErrorCode } from '@recado/contracts/errors'
import type { CompanyCtx } from '#server/context.ts'
import type { Scene } from '../work/scene.ts'

/** By what a step fails: its own codes, and those of what the product refuses. */
export type FailureCode = StepError | ErrorCode

/**
 * The result of a step that changes something. `outlet` is its way out, `next` by default. While `waiting`, an event of that
 * kind decides the way out; without one it is `timeout`.
 */
export type Outcome =
  | { state: 'done'; outlet?: string; reason?: StepReason; output?: Record<string, unknown> }
  | { state: 'waiting'; event: ContactEventKind; timeout: WaitSpan; output?: Record<string, unknown> }
  | { state: 'skipped'; reason: StepReason; output?: Record<string, unknown> }
  | { state: 'failed'; code: FailureCode; message: string }

type Json = Record<string, unknown>

/**
 * How a kind of step is done. `input` is what goes in, filled in, as the log and a dry run show it; `prepare` is done before
 * the transaction, again where it is repeated; `run` is done in the transaction that writes the step.
 */
export type Effect<K extends NodeKind> = {
  input: (scene: Scene, node: NodeOf<K>) => Json
  prepare?: (scene: Scene, node: NodeOf<K>) => Promise<Outcome | null>
  run: (tx: CompanyCtx, scene: Scene, node: NodeOf<K>) => Promise<Outcome>
}

export const done: Outcome = { state: 'done' }

/** Reasons for which nothing is wrong with the step: the person does not want it, or cannot be reached now. */
const wishes = ['opted_out', 'contact_suppressed', 'contact_blocked'] as const
const isWish = (code: FailureCode): code is (typeof wishes)[number] => wishes.some((one) => one === code)

/** What a refusal of the product comes to. */
export const refusedFor = (code: FailureCode, message: string = code): Outcome =>
  isWish(code) ? { state: 'skipped', reason: code } : { state: 'failed', code, message }

export type EffectKind = Exclude<
  NodeKind,
  'wait' | 'wait_until' | 'wait_event' | 'branch' | 'switch' | 'split' | 'loop' | 'set_variable' | 'end'
>
export type EffectNode = Extract<AutomationNode, { kind: EffectKind }>
