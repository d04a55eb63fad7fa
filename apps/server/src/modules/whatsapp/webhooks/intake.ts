import type { Deps } from '#server/context.ts'
import { createBatcher } from '#server/lib/batcher.ts'
import { newId } from '#server/lib/ids.ts'
import { webhookEventsReceived } from '#server/lib/metrics.ts'
import { processorOf } from './processor.ts'
import { insertEvents, type StoredEvent } from './queries/events.ts'
import { shardOf } from './shard.ts'

const MOST_PER_COMMIT = 500

export type Intake = {
  /** Resolves once the body is committed. */
  store: (body: Buffer, accountId: string | null) => Promise<void>
  idle: () => Promise<void>
}

/** Stores bodies with group commit, and hands them to this process's processor or wakes another one. */
export const createIntake = (deps: Deps): Intake => {
  const batcher = createBatcher<StoredEvent, undefined>({
    max: MOST_PER_COMMIT,
    run: async (events) => {
      await insertEvents(deps.database.pool, events)
      webhookEventsReceived.inc(events.length)
      const elsewhere = processorOf(deps)?.offer(events) ?? new Set(events.map((event) => event.shard))
      if (elsewhere.size > 0) deps.bus.publish('webhooks.wake', { shards: [...elsewhere] })
      return events.map(() => undefined)
    },
  })
  return {
    store: (body, accountId) =>
      batcher.add({ id: newId(), shard: shardOf(body), receivedAt: deps.now(), accountId, body }),
    idle: batcher.idle,
  }
}
