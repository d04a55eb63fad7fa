import type { StoredEvent } from './queries/events.ts'

export type Amount = { count: number; bytes: number }

const bytesOf = (events: readonly StoredEvent[]): number => events.reduce((sum, { body }) => sum + body.length, 0)

/** Whether these events are as many, or as large, as that. */
export const reaches = (events: readonly StoredEvent[], { count, bytes }: Amount): boolean =>
  events.length >= count || bytesOf(events) >= bytes

/** Events that wait in memory in their order, and those taken from there that are not worked off yet. */
export const createBacklog = () => {
  let queue: StoredEvent[] = []
  let queuedBytes = 0
  const inHand = new Set<string>()

  const keep = (events: StoredEvent[]) => {
    queue = events
    queuedBytes = bytesOf(events)
  }

  return {
    count: () => queue.length,
    reaches: ({ count, bytes }: Amount) => queue.length >= count || queuedBytes >= bytes,
    /** Waiting, or taken and not done. */
    has: (id: string) => inHand.has(id),
    ids: () => [...inHand],
    add: (event: StoredEvent) => {
      inHand.add(event.id)
      queue.push(event)
      queuedBytes += event.body.length
    },
    /** The first events, up to that much; one at least when any waits. */
    take: (most: Amount): StoredEvent[] => {
      let bytes = 0
      let count = 0
      for (const event of queue) {
        bytes += event.body.length
        if (count > 0 && (bytes > most.bytes || count >= most.count)) break
        count++
      }
      const batch = queue.splice(0, count)
      queuedBytes -= bytesOf(batch)
      return batch
    },
    /** What was taken is worked off, or given up. */
    release: (batch: readonly StoredEvent[]) => {
      for (const event of batch) inHand.delete(event.id)
    },
    /** Forgets what waits for other shards. */
    retain: (shards: ReadonlySet<number>) => {
      for (const event of queue) if (!shards.has(event.shard)) inHand.delete(event.id)
      keep(queue.filter((event) => shards.has(event.shard)))
    },
    /** Forgets everything that waits, and answers it. */
    clear: (): StoredEvent[] => {
      const waiting = queue
      for (const event of waiting) inHand.delete(event.id)
      keep([])
      return waiting
    },
  }
}
