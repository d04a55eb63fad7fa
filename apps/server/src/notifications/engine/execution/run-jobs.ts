import type { Deps } from '#server/context.ts'
import { isTransient } from '#server/db/transient-errors.ts'
import { detail } from '../activity/details.ts'
import { advanceRun, applyOutcome, emptyProgress, type Progress } from './advance-run.ts'
import { callProviders } from './call-providers.ts'
import { decideDigest } from './digests.ts'
import { loadRuns } from './load-runs.ts'
import type { Outcome } from './outcome.ts'
import { publishProgress } from './publish.ts'
import type { JobRow } from './queries/jobs.ts'
import type { Entry, Recorder } from './record-jobs.ts'
import type { RunState } from './world.ts'

/** Records what became of a claimed job and what follows it, and tells it. False when the claim was lost. */
const recordProgress = async (
  state: RunState,
  claimed: JobRow,
  progress: Progress,
  record: Recorder,
): Promise<boolean> => {
  const jobs = progress.jobs.map((job) => ({ ...job, claimId: claimed.id }))
  if (jobs.length === 0 && progress.messages.length === 0) return true
  const held = await record({
    claim: claimed.id,
    attempt: claimed.attempts,
    jobs,
    messages: progress.messages,
    now: state.ctx.now(),
  })
  if (held) await publishProgress(state.ctx, [{ state, progress }])
  return held
}

const runPending = async (
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
  const goesOn = applyOutcome(state, progress, job, next)
  if (next.kind === 'wait') for (const update of progress.jobs) update.clearCall = true
  if (goesOn) await advanceRun(state, progress, state.jobs[job.stepIndex + 1], null)
  await recordProgress(state, claimed, progress, record)
}

/** Does a claimed job and what follows it. */
const runJob = async (state: RunState, job: JobRow, record: Recorder): Promise<void> => {
  const progress = emptyProgress()
  await advanceRun(state, progress, job, job)
  if (progress.pending) await runPending(state, job, progress.pending, record)
  else await recordProgress(state, job, progress, record)
}

const orphaned = ({ id, attempts }: JobRow, now: Date): Entry => {
  const details = [detail('step_failed', now, { raw: '"Its run is not there any more"' })]
  return { claim: id, attempt: attempts, jobs: [{ id, claimId: id, status: 'failed', details }], messages: [], now }
}

/** Ends a job in a way that its steps did not decide, and lets its run go on. */
const endJob = async (state: RunState, job: JobRow, outcome: Ended, record: Recorder): Promise<void> => {
  const progress = emptyProgress()
  if (applyOutcome(state, progress, job, outcome))
    await advanceRun(state, progress, state.jobs[job.stepIndex + 1], null)
  await recordProgress(state, job, progress, record)
}
type Ended = Extract<Outcome, { kind: 'done' }>

const jobIn = (state: RunState | undefined, { id, attempts }: JobRow) =>
  state?.jobs.find((job) => job.id === id && job.attempts === attempts)

/** What cannot be done or written down, whoever tries, fails the job. */
const failJob = async (deps: Deps, claimed: JobRow, error: unknown, record: Recorder): Promise<void> => {
  const state = (await loadRuns(deps, [claimed])).get(claimed.runId)
  const job = jobIn(state, claimed)
  const raw = JSON.stringify({ error: error instanceof Error ? error.message : String(error) })
  const details = [detail('step_failed', deps.now(), { raw })]
  if (state && job) await endJob(state, job, { kind: 'done', status: 'failed', details }, record)
}

const runClaimed = async (deps: Deps, state: RunState | undefined, claimed: JobRow, record: Recorder) => {
  const job = jobIn(state, claimed)
  try {
    if (state && job) await runJob(state, job, record)
    else if (!state) await record(orphaned(claimed, deps.now()))
  } catch (err) {
    deps.log.error({ err, jobId: claimed.id }, 'a notification job failed')
    if (!isTransient(err)) {
      await failJob(deps, claimed, err, record).catch((cause: unknown) =>
        deps.log.error({ err: cause }, 'a notification job could not be given up'),
      )
    }
  }
}

/** The runs of all of them; of those that can be read, when some cannot. */
const readRuns = async (deps: Deps, jobs: readonly JobRow[]): Promise<Map<string, RunState>> => {
  try {
    return await loadRuns(deps, jobs)
  } catch (err) {
    if (isTransient(err)) throw err
    const none = (cause: unknown) => {
      if (isTransient(cause)) throw cause
      return new Map<string, RunState>()
    }
    const each = await Promise.all(jobs.map((job) => loadRuns(deps, [job]).catch(none)))
    return new Map(each.flatMap((states) => [...states]))
  }
}

/** Digests of one workflow and subscriber take turns: the first one that came opens the window. */
const turnOf = (state: RunState | undefined, { id, type }: JobRow) =>
  type === 'digest' && state ? `${state.run.workflowId}:${state.run.subscriberId}` : id

/**
 * Runs claimed jobs side by side, telling of each that ended. What cannot be run at all is ended; what the database
 * failed is left to its lease.
 */
export const runJobs = async (
  deps: Deps,
  jobs: readonly JobRow[],
  record: Recorder,
  ended: (id: string) => void = () => undefined,
): Promise<void> => {
  const states = await readRuns(deps, jobs)
  const before = new Map<string, Promise<void>>()
  await Promise.all(
    jobs.map((job) => {
      const state = states.get(job.runId)
      const turn = turnOf(state, job)
      const done = (before.get(turn) ?? Promise.resolve())
        .then(() => runClaimed(deps, state, job, record))
        .finally(() => ended(job.id))
      if (turn !== job.id) before.set(turn, done)
      return done
    }),
  )
}

/** Jobs whose process died while a provider was called: their fate stays unknown, and their runs go on. */
export const endOrphans = async (deps: Deps, jobs: readonly JobRow[], record: Recorder): Promise<void> => {
  const states = await readRuns(deps, jobs)
  for (const claimed of jobs) {
    const state = states.get(claimed.runId)
    const job = jobIn(state, claimed)
    const details = [detail('fate_unknown', deps.now())]
    const ending =
      state && job
        ? endJob(state, job, { kind: 'done', status: 'completed', details }, record)
        : record(orphaned(claimed, deps.now()))
    await ending.catch((err: unknown) => deps.log.error({ err, jobId: claimed.id }, 'a notification job was not ended'))
  }
}
