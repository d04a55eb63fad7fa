import type { Pool } from 'pg'
import type { Deps } from '#server/context.ts'
import { safeMessageOf } from '#server/lib/safe-error.ts'
import { type AnyJobDefinition, JobFailed, JobPostponed } from './define.ts'
import { isHopeless } from './hopeless.ts'
import * as statements from './statements.ts'

export const DEFAULT_TIMEOUT_SECONDS = 60
/** A job during which its process ended so many times is not run again by itself. */
const MOST_DEATHS = 2
/** After this many attempts a job is set aside even if its owner could not be notified. */
const MOST_TELLINGS = 10

export type JobRunner = (deps: Deps, job: statements.ClaimedJob) => Promise<void>

/** Runs one claimed job and writes down how it ended. */
export const createJobRunner = (options: {
  pool: Pool
  processId: string
  byName: ReadonlyMap<string, AnyJobDefinition>
  signal: AbortSignal
}): JobRunner => {
  const { pool, processId, byName } = options

  const attempt = async (deps: Deps, job: statements.ClaimedJob): Promise<unknown> => {
    const definition = byName.get(job.name)
    const seconds = definition?.timeoutSeconds ?? DEFAULT_TIMEOUT_SECONDS
    const signal = AbortSignal.any([options.signal, AbortSignal.timeout(seconds * 1000)])
    try {
      if (!definition) throw new JobFailed(`No job is named ${job.name}`)
      const { data: input, error } = definition.input.safeParse(job.input)
      if (error) throw new JobFailed(`The input is not one of ${job.name}`, { cause: error })
      await definition.run(deps, input as never, {
        id: job.id,
        companyId: job.company_id,
        attempt: job.attempts,
        signal,
      })
      return null
    } catch (error) {
      return error
    }
  }

  const setAside = async (deps: Deps, job: statements.ClaimedJob) => {
    const facts = { job: job.name, jobId: job.id, deaths: job.deaths }
    deps.log.error(facts, 'job set aside: its process ended while it ran')
    const definition = byName.get(job.name)
    const tell = async () => definition?.onSetAside?.(deps, definition.input.parse(job.input) as never)
    // Told before it is noted, so that a process that ends meanwhile tells again.
    await tell().catch((err: unknown) => {
      if (job.attempts < MOST_TELLINGS && !isHopeless(err)) throw err
      deps.log.error({ ...facts, err }, 'the failure hook of a job that was set aside failed')
    })
    await statements.setAside(pool, processId, job.id, `The process ended ${job.deaths} times while this ran`)
  }

  return async (deps, job) => {
    if (job.deaths >= MOST_DEATHS) return setAside(deps, job)
    const error = await attempt(deps, job)
    if (error === null) return void (await statements.complete(pool, processId, job.id))
    if (error instanceof JobPostponed) {
      return void (await statements.postpone(pool, processId, job.id, error.seconds))
    }
    const message = safeMessageOf(error)
    const wait = isHopeless(error) ? undefined : byName.get(job.name)?.retrySeconds[job.attempts - 1]
    const facts = { job: job.name, jobId: job.id, attempt: job.attempts, err: error, final: wait === undefined }
    deps.log.warn(facts, 'job failed')
    if (wait === undefined) await statements.fail(pool, processId, job.id, message)
    else await statements.retry(pool, processId, job.id, { error: message, seconds: wait })
  }
}
