import type { Deps } from '#server/context.ts'
import { processEvents } from './process-events.ts'
import { findBusyShards, findWaiting, type StoredEvent } from './queries/events.ts'

const MOST_PER_BATCH = 500
const MOST_BYTES_PER_BATCH = 16 * 1024 * 1024
const oneBatch = { count: MOST_PER_BATCH, bytes: MOST_BYTES_PER_BATCH }
const MOST_IN_MEMORY = 5000
const MOST_BYTES_IN_MEMORY = 64 * 1024 * 1024
const SWEEP_MS = 1000
const PAUSE_MS = 500

const bytesOf = (events: readonly StoredEvent[]): number => events.reduce((sum, { body }) => sum + body.length, 0)

export type Lane = {
  /** The shards to work from now on; others in hand are given up. */
  own: (shards: readonly number[]) => void
  offer: (event: StoredEvent) => void
  run: () => void
  /** Another process stored something for this shard. */
  wake: (shard: number) => void
  stop: () => Promise<void>
}

/** Works some shards, one batch at a time: what this process stored comes by memory, everything else from the table. */
export const createLane = (deps: Deps): Lane => {
  let shards = new Set<number>()
  let queue: StoredEvent[] = []
  let queuedBytes = 0
  const inHand = new Set<string>()
  const toRead = new Set<number>()
  let working: Promise<void> | null = null
  let stopped = false
  let timer: NodeJS.Timeout | undefined

  const keep = (events: StoredEvent[]) => {
    queue = events
    queuedBytes = bytesOf(events)
  }
  const add = (event: StoredEvent) => {
    inHand.add(event.id)
    queue.push(event)
    queuedBytes += event.body.length
  }

  const takeBatch = (): StoredEvent[] => {
    let bytes = 0
    let count = 0
    for (const event of queue) {
      bytes += event.body.length
      if (count > 0 && (bytes > MOST_BYTES_PER_BATCH || count >= MOST_PER_BATCH)) break
      count++
    }
    const batch = queue.splice(0, count)
    queuedBytes -= bytesOf(batch)
    return batch
  }

  const readTable = async (): Promise<void> => {
    for (const shard of [...toRead]) {
      if (queue.length >= MOST_PER_BATCH || queuedBytes >= MOST_BYTES_PER_BATCH) return
      toRead.delete(shard)
      const waiting = await findWaiting(deps.database.pool, shard, [...inHand], oneBatch)
      const isFull = waiting.length === MOST_PER_BATCH || bytesOf(waiting) >= MOST_BYTES_PER_BATCH
      if (isFull) toRead.add(shard)
      for (const event of waiting) if (shards.has(event.shard) && !inHand.has(event.id)) add(event)
    }
  }

  const work = async (): Promise<void> => {
    while (!stopped) {
      if (toRead.size > 0 && queue.length < MOST_PER_BATCH) await readTable()
      const batch = takeBatch()
      if (batch.length === 0) return
      try {
        await processEvents(deps, batch)
      } catch (err) {
        // The database did not take it: the bodies wait in their table until it does.
        for (const event of [...batch, ...queue]) toRead.add(event.shard)
        for (const event of queue) inHand.delete(event.id)
        keep([])
        deps.log.error({ err }, 'webhook bodies could not be processed')
        await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
      } finally {
        for (const event of batch) inHand.delete(event.id)
      }
    }
  }

  const run = () => {
    if (stopped || working || (queue.length === 0 && toRead.size === 0)) return
    working = work()
      .catch((err: unknown) => deps.log.error({ err }, 'webhook bodies could not be read'))
      .finally(() => {
        working = null
        if (queue.length > 0) run()
      })
  }

  const look = async () => {
    if (shards.size === 0) return
    for (const shard of await findBusyShards(deps.database.pool, [...shards])) toRead.add(shard)
    run()
  }
  const sweep = () => {
    look()
      .catch((err: unknown) => {
        if (!stopped) deps.log.error({ err }, 'waiting webhook bodies could not be looked for')
      })
      .finally(() => {
        if (!stopped) timer = setTimeout(sweep, SWEEP_MS).unref()
      })
  }
  timer = setTimeout(sweep, 0)

  return {
    own: (next) => {
      for (const shard of next) if (!shards.has(shard)) toRead.add(shard)
      shards = new Set(next)
      for (const event of queue) if (!shards.has(event.shard)) inHand.delete(event.id)
      keep(queue.filter((event) => shards.has(event.shard)))
      run()
    },
    offer: (event) => {
      // A sweep may have read it between its commit and here.
      if (inHand.has(event.id)) return
      // Past this backlog the table is the queue, and the sweep reads it in order.
      const isFull = queue.length >= MOST_IN_MEMORY || queuedBytes >= MOST_BYTES_IN_MEMORY
      if (isFull || toRead.has(event.shard)) return void toRead.add(event.shard)
      add(event)
    },
    run,
    wake: (shard) => {
      toRead.add(shard)
      run()
    },
    stop: async () => {
      stopped = true
      clearTimeout(timer)
      await working
    },
  }
}
