import type { Pool } from 'pg'
import { type Deps, forBulk } from '#server/context.ts'
import { type AnyJobDefinition, type QueueName, queueNames } from './define.ts'
import { DEFAULT_TIMEOUT_SECONDS, type JobRunner } from './run-job.ts'
import * as statements from './statements.ts'

/** Seconds that a suspect has for itself, and that another one waits before it asks again. */
const ALONE_SECONDS = 30
const ASK_AGAIN_SECONDS = 1

const workersOf: Record<QueueName, number> = { standard: 8, media: 6, mail: 4, tasks: 2, maintenance: 2 }

/** Queues of bulk work, which has connections of its own. */
const bulkQueues: readonly QueueName[] = ['tasks', 'maintenance']

export type Pumps = {
  /** Claims as much as there is room for and runs it; does nothing while it is claiming already. */
  pump: (deps: Deps, queue: QueueName) => Promise<void>
  stop: () => void
  running: () => Promise<void>[]
}

/** One pump for each queue, with as many jobs at once as the queue has workers. */
export const createPumps = (options: {
  pool: Pool
  processId: string
  definitions: readonly AnyJobDefinition[]
  run: JobRunner
}): Pumps => {
  const active = Object.fromEntries(queueNames.map((name) => [name, new Set<Promise<void>>()])) as Record<
    QueueName,
    Set<Promise<void>>
  >
  const claiming = new Set<QueueName>()
  let suspect: { id: string; since: number } | null = null
  let stopped = false

  const leaseSeconds = (queue: QueueName) => {
    const timeouts = options.definitions.filter((d) => d.queue === queue).map((d) => d.timeoutSeconds ?? 0)
    return Math.max(DEFAULT_TIMEOUT_SECONDS, ...timeouts) + 15
  }

  /**
   * When a process ended, any job that ran in it may have done it. They run again one after the other, whatever their queue, so
   * that the next end tells which; one that takes long has shown enough.
   */
  const run = async (deps: Deps, job: statements.ClaimedJob) => {
    if (job.deaths === 0) return options.run(deps, job)
    const now = performance.now()
    if (suspect && now - suspect.since < ALONE_SECONDS * 1000) {
      return void (await statements.putBack(options.pool, options.processId, job.id, ASK_AGAIN_SECONDS))
    }
    suspect = { id: job.id, since: now }
    await options.run(deps, job).finally(() => {
      if (suspect?.id === job.id) suspect = null
    })
  }

  const begin = (deps: Deps, queue: QueueName, job: statements.ClaimedJob) => {
    const task = run(bulkQueues.includes(queue) ? forBulk(deps) : deps, job)
      .catch((err: unknown) => deps.log.error({ err, job: job.name }, 'job could not be settled'))
      .finally(() => {
        active[queue].delete(task)
        void pump(deps, queue)
      })
    active[queue].add(task)
  }

  const pump = async (deps: Deps, queue: QueueName): Promise<void> => {
    if (claiming.has(queue)) return
    claiming.add(queue)
    try {
      for (let room = workersOf[queue] - active[queue].size; !stopped && room > 0; ) {
        const claimed = await statements.claim(options.pool, {
          owner: options.processId,
          queue,
          limit: room,
          leaseSeconds: leaseSeconds(queue),
        })
        for (const job of claimed) begin(deps, queue, job)
        if (claimed.length < room) return
        room = workersOf[queue] - active[queue].size
      }
    } catch (err) {
      if (!stopped) deps.log.error({ err, queue }, 'jobs could not be claimed')
    } finally {
      claiming.delete(queue)
    }
  }

  return {
    pump,
    stop: () => {
      stopped = true
    },
    running: () => queueNames.flatMap((name) => [...active[name]]),
  }
}
