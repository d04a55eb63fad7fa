import type { Deps } from '#server/context.ts'
import { createBatcher } from '#server/lib/batcher.ts'
import { newId } from '#server/lib/ids.ts'
import { webhookEventsReceived } from '#server/lib/metrics.ts'
import { processorOf } from './processor.ts'
import { insertEvents, type StoredEvent } from './queries/events.ts'
import { holdsStatuses, shardOf } from './shard.ts'

const MOST_PER_COMMIT = 500
/** Commits are so far apart, milliseconds: each costs the disk and the database the same, however many bodies it has. */
const COMMIT_EVERY_MS = { messages: 10, statuses: 40 }
/** Meta waits for seconds, and statuses come by the hundred thousand: while people are late, they are answered later. */
const LEAST_OF_STATUSES = 0.1
/** Fewer in a commit are no bulk work. */
const MANY = 10

export type Intake = {
  /** Resolves once the body is committed. */
  store: (body: Buffer, accountId: string | null) => Promise<void>
  idle: () => Promise<void>
}

/** To the process that owns their shards: the bodies where the bus carries so much, else a word that they are there. */
const handOn = ({ bus }: Deps, events: readonly StoredEvent[]): void => {
  if (bus.carriesMuch()) {
    const bodies = events.map(({ id, shard, receivedAt, accountId, body }) => ({
      ...{ id, shard, accountId, receivedAt: receivedAt.getTime(), bytes: body.toString('latin1') },
    }))
    bus.publish('webhooks.stored', { bodies })
  } else bus.publish('webhooks.wake', { shards: [...new Set(events.map(({ shard }) => shard))] })
}

/** Stores bodies with group commit, and hands them to this process's processor or to another one. */
export const createIntake = (deps: Deps): Intake => {
  const write = async (events: StoredEvent[]): Promise<undefined[]> => {
    await insertEvents(deps.database.pool, events)
    webhookEventsReceived.inc(events.length)
    const elsewhere = processorOf(deps)?.offer(events) ?? new Set(events.map((event) => event.shard))
    const others = events.filter(({ shard }) => elsewhere.has(shard))
    if (others.length > 0) handOn(deps, others)
    return events.map(() => undefined)
  }
  const pause = deps.admission.pacer(LEAST_OF_STATUSES)
  const writeAndPause = async (events: StoredEvent[]) => {
    const begun = performance.now()
    const answers = await write(events)
    if (events.length >= MANY) await pause(performance.now() - begun)
    return answers
  }
  const max = MOST_PER_COMMIT
  const messages = createBatcher({ max, everyMs: COMMIT_EVERY_MS.messages, run: write })
  const statuses = createBatcher({ max, everyMs: COMMIT_EVERY_MS.statuses, run: writeAndPause })
  return {
    store: (body, accountId) => {
      const event = { id: newId(), shard: shardOf(body), receivedAt: deps.now(), accountId, body }
      return (holdsStatuses(event.shard) ? statuses : messages).add(event)
    },
    idle: async () => {
      await Promise.all([messages.idle(), statuses.idle()])
    },
  }
}
