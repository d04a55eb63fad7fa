import type { JobDetail } from '#server/db/schema/notifications/runs.ts'
import { isTransient } from '#server/db/transient-errors.ts'
import { detail } from '../activity/details.ts'
import type { Outcome, StepLog } from './outcome.ts'
import { portsOf } from './ports.ts'
import type { JobRow } from './queries/jobs.ts'
import type { JobUpdate, NewMessage } from './queries/writes.ts'
import { executeStep, isInline } from './steps/execute.ts'
import { type RunState, stepOf } from './world.ts'

export type LoggedStep = StepLog & { jobId: string }

/** What became of a run: changes of its jobs, messages, logs. */
export type Progress = {
  jobs: Omit<JobUpdate, 'claimId'>[]
  messages: NewMessage[]
  logs: LoggedStep[]
  /** What the claimed step asks for that cannot be done here. */
  pending: { job: JobRow; outcome: Extract<Outcome, { kind: 'digest' | 'deliver' }> } | null
}

export const emptyProgress = (): Progress => ({ jobs: [], messages: [], logs: [], pending: null })

const applyUpdate = (progress: Progress, job: JobRow, update: Omit<JobUpdate, 'claimId' | 'id'>) => {
  progress.jobs.push({ ...update, id: job.id })
  job.status = update.status
  if (update.digest) job.digest = update.digest
  if (update.output) job.output = update.output
  if (update.runAt) job.runAt = update.runAt
}

const cancelRest = (state: RunState, progress: Progress, after: JobRow) => {
  for (const job of state.jobs) {
    if (job.stepIndex <= after.stepIndex || job.status !== 'pending') continue
    applyUpdate(progress, job, { status: 'canceled', details: [detail('stopped', state.ctx.now())] })
  }
}

/** Writes down how a step ended. Answers whether the next one may begin. */
export const applyOutcome = (
  state: RunState,
  progress: Progress,
  job: JobRow,
  outcome: Extract<Outcome, { kind: 'done' | 'wait' }>,
): boolean => {
  progress.logs.push(...(outcome.logs ?? []).map((log) => ({ ...log, jobId: job.id })))
  if (outcome.kind === 'wait') {
    const { status, runAt, details, digest = null, digestScope = null } = outcome
    applyUpdate(progress, job, { status, runAt, details, digest, digestScope })
    return false
  }
  const { status, details, providerId = null, output = null, digest = null } = outcome
  progress.messages.push(...(outcome.messages ?? []))
  applyUpdate(progress, job, { status, details, providerId, output, digest })
  if (status !== 'failed' || !stepOf(state, job)?.shouldStopOnFail) return true
  cancelRest(state, progress, job)
  return false
}

/** What is wrong with a step fails it; when the database is what fails, nothing is decided and it is done again. */
const failedBy = (state: RunState, error: unknown): Outcome => {
  if (isTransient(error)) throw error
  state.ctx.log.error({ err: error }, 'a step of a notification failed')
  const raw = JSON.stringify({ error: error instanceof Error ? error.message : String(error) })
  return { kind: 'done', status: 'failed', details: [detail('step_failed', state.ctx.now(), { raw })] }
}

const created = (state: RunState, job: JobRow): JobDetail[] =>
  job.details.length > 0 || job.status !== 'pending'
    ? []
    : [detail('step_created', state.ctx.now()), detail('step_queued', state.ctx.now())]

const over = new Set<JobRow['status']>(['completed', 'failed', 'canceled', 'skipped'])

/**
 * Does the steps of a run one after the other, from `first` on, as far as it goes without waiting and without anybody
 * outside; a step that needs more is left in the queue. `claimed` is done whatever it needs. Steps of the inbox may be
 * done before one that lets them pass; they are not done again.
 */
export const advanceRun = async (
  state: RunState,
  progress: Progress,
  first: JobRow | undefined,
  claimed: JobRow | null,
): Promise<void> => {
  let inboxOnly = false
  for (let job = first; job; job = state.jobs[job.stepIndex + 1]) {
    if (job !== claimed && over.has(job.status)) continue
    const step = stepOf(state, job)
    if (inboxOnly && step && !isInline(step)) return
    const beginning = created(state, job)
    if (job !== claimed && step && !isInline(step)) {
      applyUpdate(progress, job, { status: 'queued', runAt: state.ctx.now(), details: beginning })
      return
    }
    const outcome = await executeStep(state, job, portsOf(state, job)).catch((error: unknown) => failedBy(state, error))
    outcome.details.unshift(...beginning)
    if (outcome.kind === 'digest' || outcome.kind === 'deliver') {
      progress.pending = { job, outcome }
      return
    }
    if (applyOutcome(state, progress, job, outcome)) continue
    if (outcome.kind !== 'wait' || !outcome.letsInboxPass) return
    inboxOnly = true
  }
}
