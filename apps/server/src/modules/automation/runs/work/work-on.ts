import { automationLimits, outletPast } from '@recado/contracts/automation/automation-graph'
import { type CompanyCtx, inTransaction } from '#server/context.ts'
import { isTransient } from '#server/db/transient-errors.ts'
import { emit } from '#server/events.ts'
import { AppError } from '#server/http/app-error.ts'
import { safeMessageOf } from '#server/lib/safe-error.ts'
import {
  announceAutomation,
  findAutomation,
  lockAutomation,
  pauseIn,
} from '#server/modules/automation/automations/index.ts'
import { loadContact } from '#server/modules/contacts/contacts/index.ts'
import { type Outcome, refusedFor } from '../effects/effect.ts'
import { effectOf, isEffect } from '../effects/effects.ts'
import { Again, callSystem } from '../effects/http.ts'
import {
  countLastFailures,
  lockLeased,
  noteAttempt,
  promoteQueued,
  putOff,
  saveRuns,
  type Writing,
} from '../queries/runs.ts'
import { advance, waitUntil } from './advance.ts'
import { afterSpan } from './moments.ts'
import { endRun, failStep, follow, isOver, nodeOf, noteStep, type Scene } from './scene.ts'

/** Seconds before each further try of a call, and of a step that our own side could not do. */
const CALL_SECONDS = [10, 60]
const OWN_SECONDS = [5, 30, 120, 600]

const settle = (scene: Scene, outcome: Outcome, input: Record<string, unknown>): void => {
  const node = nodeOf(scene)
  if (!node) return
  if (outcome.state === 'failed') {
    failStep(scene, node, { code: outcome.code, message: outcome.message }, input)
    return
  }
  const { output } = outcome
  if (outcome.state === 'waiting') {
    const { event, timeout } = outcome
    waitUntil(scene, node, afterSpan(scene.ctx.now(), timeout), { event, input, output })
    return
  }
  const outlet = outcome.state === 'skipped' ? outletPast(node) : (outcome.outlet ?? 'next')
  const { state, reason } = outcome
  noteStep(scene, node, { state, outlet, input, output: output ?? null, ...(reason && { decision: { reason } }) })
  follow(scene, outlet)
}

/** Says that runs failed. */
const announceFailures = async (tx: CompanyCtx, scenes: readonly Scene[]): Promise<void> => {
  for (const { run } of scenes.filter((scene) => scene.run.state === 'failed')) {
    const automation = await findAutomation(tx, run.automationId)
    if (!automation) continue
    const { id: automationId, name, ownerId } = automation
    const { id: runId, contactId, conversationId } = run
    await emit(tx, 'automation.failed', {
      ...{ companyId: tx.company.id, automationId, name, ownerId, runId, contactId, conversationId },
      code: run.error?.code ?? run.ending ?? '',
    })
  }
}

/** Writes down how far runs have come, in the caller's transaction; false for one that someone else has taken up. */
export const write = async (
  tx: CompanyCtx,
  writing: Writing,
  scenes: readonly Scene[],
): Promise<ReadonlySet<string>> => {
  const written = await saveRuns(tx, writing, scenes)
  const own = scenes.filter(({ run }) => written.has(run.id))
  const ended = own.filter(isOver)
  await promoteQueued(
    tx,
    ended.map(({ run }) => run),
  )
  await announceFailures(tx, own)
  for (const id of new Set(ended.map(({ run }) => run.automationId))) announceAutomation(tx, id)
  return written
}

/** Taken up by someone else meanwhile: nothing of it is written. */
class Lost extends Error {}

/**
 * Does a step that changes something, in one transaction with what is written of it and of the steps after it that change
 * nothing. Nothing is left of it where the run was taken up by someone else.
 */
const perform = (scene: Scene, lease: string, done: Outcome | null): Promise<void> =>
  inTransaction(scene.ctx, async (tx) => {
    const node = nodeOf(scene)
    if (!node || !isEffect(node)) return
    if (!(await lockLeased(tx, scene.run.id, lease))) throw new Lost()
    const effect = effectOf(node)
    const input = effect.input(scene, node)
    const outcome =
      done ??
      (await tx.db
        .transaction((db) => effect.run({ ...tx, db }, scene, node))
        .catch((error: unknown) => {
          if (error instanceof AppError && error.status < 500 && error.code !== 'conflict')
            return refusedFor(error.code)
          throw error
        }))
    settle(scene, outcome, input)
    if (node.kind === 'update_contact' && scene.run.contactId !== null)
      scene.contact = await loadContact(tx, scene.run.contactId)
    const inside: Scene = { ...scene, ctx: tx }
    const next = await advance(inside)
    if (next) scene.run.wakeAt = tx.now()
    if (!(await write(tx, { lease }, [scene])).has(scene.run.id)) throw new Lost()
  })

/** What has to be done outside of the transaction: conversations that are opened, and calls of other systems. */
const prepare = async (scene: Scene, lease: string): Promise<Outcome | null> => {
  const node = nodeOf(scene)
  if (!node || !isEffect(node)) return null
  if (node.kind !== 'http_request') return (await effectOf(node).prepare?.(scene, node)) ?? null
  const { run, ctx } = scene
  run.requests += run.attempt === 0 ? 1 : 0
  const attempt = run.attempt
  run.attempt = attempt + 1
  if (!(await noteAttempt(ctx, run, lease))) throw new Lost()
  run.attempt = attempt
  if (attempt >= automationLimits.tries)
    return { state: 'failed', code: 'http_no_answer', message: 'The system could not be called' }
  return callSystem(scene, node)
}

const later = (ctx: CompanyCtx, seconds: number): Date => new Date(ctx.now().getTime() + seconds * 1000)

const stumble = async (scene: Scene, lease: string, error: unknown): Promise<void> => {
  const { ctx, run } = scene
  const { attempt } = run
  if (error instanceof Lost) return
  if (error instanceof Again) {
    const seconds = CALL_SECONDS[attempt]
    if (seconds === undefined) return perform(scene, lease, error.outcome)
    return putOff(ctx, { id: run.id, lease, attempt: attempt + 1, at: later(ctx, seconds) })
  }
  const passing = isTransient(error)
  ctx.log.warn({ error: safeMessageOf(error), runId: run.id }, 'a step of an automation failed')
  const seconds = passing ? 5 : OWN_SECONDS[attempt]
  if (seconds === undefined)
    return perform(scene, lease, { state: 'failed', code: 'internal', message: 'Something went wrong on our side' })
  return putOff(ctx, { id: run.id, lease, attempt: passing ? attempt : attempt + 1, at: later(ctx, seconds) })
}

/** Puts off a run that could not be led on, or lets it fail where it is once it was tried often enough. */
export const setAside = async (scene: Scene, lease: string, error: unknown): Promise<void> => {
  const { ctx, run } = scene
  const passing = isTransient(error)
  ctx.log.warn({ error: safeMessageOf(error), runId: run.id }, 'a run of an automation could not be led on')
  const seconds = passing ? 5 : OWN_SECONDS[run.attempt]
  if (seconds !== undefined) {
    const attempt = passing ? run.attempt : run.attempt + 1
    return putOff(ctx, { id: run.id, lease, attempt, at: later(ctx, seconds) })
  }
  const node = nodeOf(scene)
  const problem = { code: 'internal' as const, message: 'Something went wrong on our side' }
  if (node) failStep(scene, node, problem)
  else endRun(scene, 'error')
  await inTransaction(ctx, async (tx) => void (await write(tx, { lease }, [scene])))
}

/** Does the step that a run has come to and changes something outside of it. */
export const workOn = async (scene: Scene, lease: string): Promise<void> => {
  const before = structuredClone(scene.run)
  const steps = [...scene.steps]
  try {
    await perform(scene, lease, await prepare(scene, lease))
  } catch (error) {
    // What was done in memory is void with the transaction.
    scene.run = before
    scene.steps = steps
    await stumble(scene, lease, error)
  }
  await pauseFailing(scene)
}

/** Of so many runs so many may fail. */
const LAST_RUNS = 50
const MOST_FAILURES = 0.2

/** Pauses an automation of which too many runs fail. */
export const pauseFailing = async ({ ctx, run }: Pick<Scene, 'ctx' | 'run'>): Promise<void> => {
  if (run.state !== 'failed') return
  await inTransaction(ctx, async (tx) => {
    const row = await findAutomation(tx, run.automationId)
    if (row?.state !== 'active' || row.activatedAt === null) return
    const { ended, failed } = await countLastFailures(tx, row.id, { since: row.activatedAt, last: LAST_RUNS })
    if (ended < LAST_RUNS || failed / ended <= MOST_FAILURES) return
    const locked = await lockAutomation(tx, row.id)
    if (locked) await pauseIn(tx, locked, 'errors')
  })
}
