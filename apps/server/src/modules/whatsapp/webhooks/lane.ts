import { setTimeout as sleep } from 'node:timers/promises'
import type { Pause } from '#server/admission/admission.ts'
import type { Deps } from '#server/context.ts'
import { createWorkLoop, repeatEvery } from '#server/lib/work-loop.ts'
import { createBacklog, reaches } from './backlog.ts'
import { processEvents } from './process-events.ts'
import { findBusyShards, findWaiting, type StoredEvent } from './queries/events.ts'

const oneBatch = { count: 500, bytes: 16 * 1024 * 1024 }
const mostInMemory = { count: 5000, bytes: 64 * 1024 * 1024 }
const SWEEP_MS = 1000
const PAUSE_MS = 500
/** Batches that are not full begin so far apart, milliseconds: each takes some twenty statements, however small it is. */
const BEAT_MS = { prompt: 25, patient: 100 }
/** Fewer bodies than that in a beat are no bulk work. */
const MANY = 20

export type Lane = {
  /** The shards to work from now on; others in hand are given up. */
  own: (shards: readonly number[]) => void
  offer: (event: StoredEvent) => void
  run: () => void
  /** Another process stored something for this shard. */
  wake: (shard: number) => void
  stop: () => Promise<void>
}

/**
 * Works some shards, one batch at a time: what this process stored comes by memory, everything else from the table. With
 * `pause` it is in no hurry, and makes way for people.
 */
export const createLane = (deps: Deps, pause?: Pause): Lane => {
  const beatMs = pause ? BEAT_MS.patient : BEAT_MS.prompt
  let shards = new Set<number>()
  const backlog = createBacklog()
  const toRead = new Set<number>()
  const stopping = new AbortController()
  let beganAt = Number.NEGATIVE_INFINITY

  const readTable = async (): Promise<void> => {
    for (const shard of [...toRead]) {
      if (backlog.reaches(oneBatch)) return
      toRead.delete(shard)
      const waiting = await findWaiting(deps.database.pool, shard, backlog.ids(), oneBatch)
      if (reaches(waiting, oneBatch)) toRead.add(shard)
      for (const event of waiting) if (shards.has(event.shard) && !backlog.has(event.id)) backlog.add(event)
    }
  }

  const work = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      const early = beganAt + beatMs - performance.now()
      if (early > 0 && !backlog.reaches(oneBatch)) await sleep(early)
      beganAt = performance.now()
      if (toRead.size > 0 && backlog.count() < oneBatch.count) await readTable()
      const batch = backlog.take(oneBatch)
      if (batch.length === 0) return
      try {
        await processEvents(deps, batch)
      } catch (err) {
        // The database did not take it: the bodies wait in their table until it does.
        for (const event of [...batch, ...backlog.clear()]) toRead.add(event.shard)
        deps.log.error({ err }, 'webhook bodies could not be processed')
        await sleep(PAUSE_MS)
      } finally {
        backlog.release(batch)
      }
      if (batch.length >= MANY) await pause?.(performance.now() - beganAt, stopping.signal)
    }
  }

  const loop = createWorkLoop({
    round: work,
    failed: (err) => {
      deps.log.error({ err }, 'webhook bodies could not be read')
      if (backlog.count() > 0) run()
    },
  })
  const run = () => {
    if (!stopping.signal.aborted && (backlog.count() > 0 || toRead.size > 0)) loop.wake()
  }

  const look = async () => {
    if (shards.size === 0) return
    for (const shard of await findBusyShards(deps.database.pool, [...shards])) toRead.add(shard)
    run()
  }
  const stopLooking = repeatEvery(SWEEP_MS, look, (err) =>
    deps.log.error({ err }, 'waiting webhook bodies could not be looked for'),
  )

  return {
    own: (next) => {
      for (const shard of next) if (!shards.has(shard)) toRead.add(shard)
      shards = new Set(next)
      backlog.retain(shards)
      run()
    },
    offer: (event) => {
      // A sweep may have read it between its commit and here.
      if (backlog.has(event.id)) return
      // Past this backlog the table is the queue, and the sweep reads it in order.
      if (backlog.reaches(mostInMemory) || toRead.has(event.shard)) return void toRead.add(event.shard)
      backlog.add(event)
    },
    run,
    wake: (shard) => {
      toRead.add(shard)
      run()
    },
    stop: async () => {
      stopping.abort()
      stopLooking()
      await loop.idle()
    },
  }
}
