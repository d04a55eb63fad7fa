import type { Deps } from '../../../context.ts'
import { writeLogs } from '../activity/logs.ts'
import { inEnvironment } from '../context.ts'
import { advance, emptyProgress, type Progress, settle } from './advance.ts'
import { detail } from './details.ts'
import { decideDigest } from './digests.ts'
import { loadRuns } from './load-runs.ts'
import { done, type Outcome } from './outcome.ts'
import type { JobRow } from './queries/jobs.ts'
import { type JobUpdate, type NewMessage, recordJobs } from './queries/writes.ts'
import { type Delivery, deliver } from './steps/deliver.ts'
import type { RunState } from './world.ts'

const MAX_ATTEMPTS = 4

/** What is written in one statement about one claimed job. */
export type Entry = { claim: string; attempt: number; jobs: JobUpdate[]; messages: NewMessage[]; now: Date }
/** Shares a commit between the jobs that end at the same time; answers whether the claim still held. */
export type Recorder = (entry: Entry) => Promise<boolean>

export const recordBatch = async (deps: Deps, entries: readonly Entry[]): Promise<boolean[]> => {
  const held = await recordJobs(deps.database.pool, deps.processId, {
    claims: entries.map(({ claim, attempt }) => ({ id: claim, attempt })),
    jobs: entries.flatMap(({ jobs }) => jobs),
    messages: entries.flatMap(({ claim, messages }) => messages.map((message) => ({ ...message, claimId: claim }))),
    now: deps.now(),
  })
  return entries.map(({ claim }) => held.has(claim))
}

const publish = async (state: RunState, progress: Progress) => {
  const { ctx, event, run, workflow } = state
  const received = progress.messages.filter(({ channel }) => channel === 'in_app').map(({ id }) => id)
  if (received.length > 0) {
    const change = { subscriberId: run.subscriberId, received, unseen: true, unread: true }
    ctx.deps.bus.publish('notifications.feed', { changes: [change] })
  }
  if (progress.jobs.some(({ status }) => status === 'queued')) ctx.deps.notifications.wakeJobs()
  if (progress.logs.length === 0) return
  const about = { transactionId: event.transactionId, workflowId: workflow.id, subscriberId: run.subscriberId }
  await writeLogs(
    inEnvironment(ctx, ctx.environment),
    progress.logs.map((log) => ({ ...log, ...about })),
  )
}

const commit = async (state: RunState, claimed: JobRow, progress: Progress, record: Recorder): Promise<boolean> => {
  const jobs = progress.jobs.map((job) => ({ ...job, claimId: claimed.id }))
  if (jobs.length === 0 && progress.messages.length === 0) return true
  const held = await record({
    claim: claimed.id,
    attempt: claimed.attempts,
    jobs,
    messages: progress.messages,
    now: state.ctx.now(),
  })
  if (held) await publish(state, progress)
  return held
}

type Delivering = Extract<Outcome, { kind: 'deliver' }>

const messageStatus = { sent: 'sent', refused: 'error', unreachable: 'error', unknown: 'unknown' } as const

const resultOf = (delivering: Delivering, deliveries: readonly Delivery[], now: Date): Outcome => {
  const { attempts, failedTarget, allFailed, logCode } = delivering
  const failures = deliveries.filter(({ result }) => result === 'refused' || result === 'unreachable')
  const messages = attempts.map(({ message }, i): NewMessage => {
    const delivery = deliveries[i] as Delivery
    const status = messageStatus[delivery.result]
    return delivery.result === 'sent'
      ? { ...message, status, providerMessageId: delivery.id }
      : { ...message, status, errorText: delivery.error, errorCode: status === 'error' ? logCode : null }
  })
  const details = attempts.map(({ message: { id, providerId } }, i) => {
    const delivery = deliveries[i] as Delivery
    const about = { providerId, messageId: id }
    if (delivery.result === 'sent') {
      return detail('message_sent', now, delivery.id ? { ...about, raw: JSON.stringify({ id: delivery.id }) } : about)
    }
    const raw = JSON.stringify({ error: delivery.error, answer: delivery.raw })
    return detail(delivery.result === 'unknown' ? 'fate_unknown' : failedTarget, now, { ...about, raw })
  })
  const logs = failures.map((failure) => ({ code: logCode, ...('error' in failure ? { raw: failure.error } : {}) }))
  const all = failures.length === attempts.length
  if (all && allFailed) details.push(detail(allFailed, now))
  const providerId = attempts[0]?.message.providerId
  return done(all ? 'failed' : 'completed', details, { messages, logs, ...(providerId ? { providerId } : {}) })
}

const mayTryAgain = (delivery: Delivery) =>
  delivery.result === 'unreachable' || (delivery.result === 'refused' && delivery.retryAfterSeconds !== undefined)

/** Nothing went out, and the provider may take it later: the whole step is done again. */
const againAt = (job: JobRow, deliveries: readonly Delivery[], now: Date): Date | null => {
  if (job.attempts >= MAX_ATTEMPTS || !deliveries.every(mayTryAgain)) return null
  const asked = Math.max(...deliveries.map((one) => ('retryAfterSeconds' in one ? (one.retryAfterSeconds ?? 0) : 0)))
  return new Date(now.getTime() + Math.max(asked * 1000, 5000 * 3 ** (job.attempts - 1)))
}

/**
 * Writes down that providers are about to be called, calls them, and answers what came of it. A process that dies in
 * between leaves `calledAt` behind, by which the next one knows that the fate is unknown.
 */
const callProviders = async (
  state: RunState,
  job: JobRow,
  delivering: Delivering,
  record: Recorder,
): Promise<Outcome | 'lost'> => {
  const { attempts, details } = delivering
  const calling: JobUpdate = { id: job.id, claimId: job.id, status: 'running', calledAt: state.ctx.now(), details }
  const messages = attempts.map(({ message }) => message)
  const entry = { claim: job.id, attempt: job.attempts, jobs: [calling], messages, now: state.ctx.now() }
  if (!(await record(entry))) return 'lost'
  const deliveries = await Promise.all(attempts.map(deliver))
  const now = state.ctx.now()
  const runAt = againAt(job, deliveries, now)
  if (runAt) {
    const raw = JSON.stringify(deliveries)
    return {
      kind: 'wait',
      status: 'queued',
      runAt,
      details: [detail('provider_unreachable', now, { raw, isRetry: true })],
    }
  }
  return resultOf(delivering, deliveries, now)
}

const settlePending = async (
  state: RunState,
  claimed: JobRow,
  pending: NonNullable<Progress['pending']>,
  record: Recorder,
): Promise<void> => {
  const { job, outcome } = pending
  const next =
    outcome.kind === 'digest'
      ? await decideDigest(state, job, outcome)
      : await callProviders(state, job, outcome, record)
  if (next === 'lost' || next === 'merged') return
  if (next.kind === 'wait' && outcome.kind === 'digest') return
  if (next.kind !== 'done' && next.kind !== 'wait') throw new Error('A step cannot wait for two things')
  const progress = emptyProgress()
  const goesOn = settle(state, progress, job, next)
  if (next.kind === 'wait') for (const update of progress.jobs) update.clearCall = true
  if (goesOn) await advance(state, progress, state.jobs[job.stepIndex + 1], null)
  await commit(state, claimed, progress, record)
}

/** Does a claimed job and what follows it. */
const runJob = async (state: RunState, job: JobRow, record: Recorder): Promise<void> => {
  const progress = emptyProgress()
  await advance(state, progress, job, job)
  if (progress.pending) await settlePending(state, job, progress.pending, record)
  else await commit(state, job, progress, record)
}

const orphaned = ({ id, attempts }: JobRow, now: Date): Entry => {
  const details = [detail('step_failed', now, { raw: '"Its run is not there any more"' })]
  return { claim: id, attempt: attempts, jobs: [{ id, claimId: id, status: 'failed', details }], messages: [], now }
}

const runClaimed = async (deps: Deps, state: RunState | undefined, claimed: JobRow, record: Recorder) => {
  const job = state?.jobs.find(({ id }) => id === claimed.id)
  try {
    if (!state || !job) await record(orphaned(claimed, deps.now()))
    else if (job.attempts === claimed.attempts) await runJob(state, job, record)
  } catch (err) {
    deps.log.error({ err, jobId: claimed.id }, 'a notification job failed')
  }
}

/**
 * Runs claimed jobs side by side, telling of each that ended. What cannot be run at all is ended; what fails by itself
 * is left to its lease.
 */
export const runJobs = async (
  deps: Deps,
  jobs: readonly JobRow[],
  record: Recorder,
  ended: (id: string) => void = () => undefined,
): Promise<void> => {
  const states = await loadRuns(deps, jobs)
  await Promise.all(
    jobs.map((job) => runClaimed(deps, states.get(job.runId), job, record).finally(() => ended(job.id))),
  )
}

/** Jobs whose process died while a provider was called: their fate stays unknown, and their runs go on. */
export const settleOrphans = async (deps: Deps, jobs: readonly JobRow[], record: Recorder): Promise<void> => {
  const states = await loadRuns(deps, jobs)
  for (const claimed of jobs) {
    const state = states.get(claimed.runId)
    const job = state?.jobs.find(({ id }) => id === claimed.id)
    if (!state || !job) {
      await record(orphaned(claimed, deps.now()))
      continue
    }
    const progress = emptyProgress()
    const outcome: Outcome = { kind: 'done', status: 'completed', details: [detail('fate_unknown', state.ctx.now())] }
    if (settle(state, progress, job, outcome)) await advance(state, progress, state.jobs[job.stepIndex + 1], null)
    await commit(state, job, progress, record)
  }
}
