import type { Pool } from 'pg'
import type { Deps } from '../context.ts'
import { type AnyJobDefinition, type QueueName, queueNames } from './define.ts'
import { DEFAULT_TIMEOUT_SECONDS, type JobRunner } from './run-job.ts'
import * as statements from './statements.ts'

const workersOf: Record<QueueName, number> = { standard: 8, media: 6, mail: 4, tasks: 2, maintenance: 2 }

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
  let stopped = false

  const leaseSeconds = (queue: QueueName) => {
    const timeouts = options.definitions.filter((d) => d.queue === queue).map((d) => d.timeoutSeconds ?? 0)
    return Math.max(DEFAULT_TIMEOUT_SECONDS, ...timeouts) + 15
  }

  const begin = (deps: Deps, queue: QueueName, job: statements.ClaimedJob) => {
    const task = options
      .run(deps, job)
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
        const claimed = await statements.claim(options.pool, options.processId, queue, room, leaseSeconds(queue))
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
