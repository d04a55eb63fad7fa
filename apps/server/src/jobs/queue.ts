import { CronExpressionParser } from 'cron-parser'
import type { Pool } from 'pg'
import { NIL } from 'uuid'
import type { Deps } from '#server/context.ts'
import type { Db } from '#server/db/client.ts'
import { newId } from '#server/lib/ids.ts'
import { repeatEvery } from '#server/lib/work-loop.ts'
import type { RealtimeBus } from '#server/realtime/bus.ts'
import {
  type AnyJobDefinition,
  type JobDefinition,
  type QueueName,
  queueNames,
  type ScheduleDefinition,
} from './define.ts'
import { createLeases } from './leases.ts'
import { createPumps } from './pumps.ts'
import { createJobRunner, type JobRunner } from './run-job.ts'
import * as statements from './statements.ts'

export type EnqueueOptions = {
  companyId?: string
  /** 0 runs before 10, the default. */
  priority?: number
  runAt?: Date
  /** While an unfinished job has this key, another one is not added. */
  uniqueKey?: string
}

/** A job to be added; its input is checked as it is. */
export type JobToEnqueue = { job: AnyJobDefinition; input: unknown; options?: EnqueueOptions }

export type JobQueue = {
  /** Adds a job in the transaction of the fact that causes it. */
  enqueue: <I>(db: Db, job: JobDefinition<I>, input: I, options?: EnqueueOptions) => Promise<void>
  /** Adds several, of whatever kinds, in one statement. */
  enqueueAll: (db: Db, jobs: readonly JobToEnqueue[]) => Promise<void>
  /** Wakes the workers of a queue, here and in other processes; call it after the commit. */
  wake: (queue: QueueName) => void
  /** Forgets what was done for a company with one of these patterns in its input. */
  forget: (db: Db, companyId: string, patterns: readonly string[]) => Promise<void>
  start: (deps: Deps) => void
  /** Stops claiming, waits for what runs (at most `graceMs`), and hands back the rest. */
  stop: (graceMs?: number) => Promise<void>
  /** Runs everything that is due until nothing is; for tests. */
  drain: (deps: Deps) => Promise<void>
}

const TICK_MS = 1000
/** Shorter than what a lease of a job has left when its time is up, so that a process that ended is known to be gone by then. */
const LIFE_SECONDS = 10

const newRow = (job: AnyJobDefinition, input: unknown, opts: EnqueueOptions = {}): statements.NewJob => ({
  id: newId(),
  queue: job.queue,
  name: job.name,
  company_id: opts.companyId ?? NIL,
  priority: opts.priority ?? 10,
  unique_key: opts.uniqueKey ?? null,
  run_at: opts.runAt ?? null,
  input,
})

const enqueueAll: JobQueue['enqueueAll'] = async (db, jobs) => {
  if (jobs.length === 0) return
  const rows = jobs.map(({ job, input, options }) => newRow(job, job.input.parse(input), options))
  await db.execute(statements.insertJobsSql(rows))
}

const indexByName = (definitions: readonly AnyJobDefinition[], schedules: readonly ScheduleDefinition[]) => {
  const byName = new Map<string, AnyJobDefinition>()
  for (const definition of definitions) {
    if (byName.has(definition.name)) throw new Error(`Two jobs are named ${definition.name}`)
    byName.set(definition.name, definition)
  }
  for (const schedule of schedules) {
    if (!byName.has(schedule.job.name)) throw new Error(`Schedule ${schedule.name} names an unknown job`)
  }
  return byName
}

const fireSchedules = async (pool: Pool, schedules: readonly ScheduleDefinition[], now: Date) => {
  for (const schedule of schedules) {
    const options = { currentDate: now, tz: schedule.timezone ?? 'UTC' }
    const next = CronExpressionParser.parse(schedule.cron, options).next().toDate()
    const job = newRow(schedule.job, {}, { uniqueKey: `schedule:${schedule.name}` })
    await statements.fireSchedule(pool, schedule, { now, next }, job)
  }
}

const drain = async (deps: Deps, pool: Pool, processId: string, run: JobRunner) => {
  for (let done = -1; done !== 0; ) {
    done = 0
    for (const queue of queueNames) {
      for (const job of await statements.claim(pool, { owner: processId, queue, limit: 50, leaseSeconds: 60 })) {
        await run(deps, job)
        done++
      }
    }
  }
}

const within = async (ms: number, promises: Promise<unknown>[]) => {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise((resolve) => {
    timer = setTimeout(resolve, ms)
  })
  await Promise.race([Promise.allSettled(promises), late])
  clearTimeout(timer)
}

/** The job engine: rows of `jobs` claimed in batches, leased, retried and finished, fair between companies. */
export const createJobQueue = (options: {
  pool: Pool
  bus: RealtimeBus
  definitions: readonly AnyJobDefinition[]
  schedules: readonly ScheduleDefinition[]
  processId: string
}): JobQueue => {
  const { pool, bus, definitions, processId } = options
  const abort = new AbortController()
  const byName = indexByName(definitions, options.schedules)
  const run = createJobRunner({ pool, processId, byName, signal: abort.signal })
  const pumps = createPumps({ pool, processId, definitions, run })
  let stopTicking = () => {}
  const life = createLeases(pool, processId, LIFE_SECONDS)
  const lifeName = statements.lifeOf(processId)
  let saidAlive = Number.NEGATIVE_INFINITY

  const sayAlive = async () => {
    if (performance.now() - saidAlive < (LIFE_SECONDS / 3) * 1000) return
    await life.acquire([lifeName])
    saidAlive = performance.now()
  }

  const tick = async (deps: Deps) => {
    await sayAlive()
    await statements.releaseDue(pool)
    await statements.reclaimExpired(pool)
    await fireSchedules(pool, options.schedules, deps.now())
    for (const queue of queueNames) void pumps.pump(deps, queue)
  }

  return {
    enqueue: (db, job, input, options) => enqueueAll(db, [{ job, input, ...(options ? { options } : {}) }]),
    enqueueAll,
    forget: statements.deleteMentions,
    wake: (queue) => bus.publish('jobs.wake', { queue }),
    start: (deps) => {
      bus.subscribe('jobs.wake', ({ queue }) => void pumps.pump(deps, queue as QueueName))
      stopTicking = repeatEvery(
        TICK_MS,
        () => tick(deps),
        (err) => deps.log.error({ err }, 'the clock of the jobs failed'),
      )
    },
    stop: async (graceMs = 10_000) => {
      stopTicking()
      pumps.stop()
      await within(graceMs, pumps.running())
      abort.abort()
      await statements.handBack(pool, processId)
      await life.release([lifeName])
    },
    drain: (deps) => drain(deps, pool, processId, run),
  }
}
