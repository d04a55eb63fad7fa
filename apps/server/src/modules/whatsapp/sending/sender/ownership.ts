import type { Pool } from 'pg'
import type { Deps } from '#server/context.ts'
import { createLeases } from '#server/jobs/leases.ts'
import { findOrphans } from '../queries/claims.ts'
import { createLane, type Lane, refreshLane } from './lane.ts'
import { createFactsReader, type GraphOptions } from './lane-facts.ts'
import type { Recorder } from './recorder.ts'

const FRESH_MS = 5000
const IDLE_MS = 30_000
/** Ownership counts as lost this long before the lease ends. */
const MARGIN_MS = 2000

const leaseName = (channelId: string) => `send:${channelId}`

export type OwnershipOptions = GraphOptions & { leaseSeconds: number }

/** The numbers that this process sends for. One process owns a number at a time, so that its speed is known exactly. */
export const createOwnership = (deps: Deps, pool: Pool, recorder: Recorder, options: OwnershipOptions) => {
  const leases = createLeases(pool, deps.processId, options.leaseSeconds)
  const lanes = new Map<string, Lane>()
  const { factsOf, forget } = createFactsReader(deps, options)

  const refresh = async (lane: Lane) => {
    const facts = await factsOf(lane.channelId)
    if (facts) refreshLane(lane, facts)
    lane.freshUntil = Date.now() + FRESH_MS
  }

  const drop = (channelId: string) => {
    lanes.delete(channelId)
    forget(channelId)
  }

  const extend = async (channelIds: readonly string[]) => {
    const until = Date.now() + options.leaseSeconds * 1000 - MARGIN_MS
    const owned = await leases.acquire([...channelIds].sort().map(leaseName))
    return { until, isOwned: (channelId: string) => owned.has(leaseName(channelId)) }
  }

  /** What the former owner left in flight has an unknown fate. */
  const inherit = async (channelIds: readonly string[]) => {
    const orphans = await findOrphans(pool, deps.processId, channelIds)
    await Promise.all(orphans.map((key) => recorder.markUnknown(key)))
  }

  return {
    lanes,
    /** Tries to own these numbers; answers the lanes of those owned now. */
    acquire: async (channelIds: readonly string[]): Promise<Lane[]> => {
      if (channelIds.length === 0) return []
      const { until, isOwned } = await extend(channelIds)
      const gained = channelIds.filter(isOwned)
      await inherit(gained.filter((id) => !lanes.has(id)))
      for (const channelId of gained) {
        const facts = lanes.has(channelId) ? null : await factsOf(channelId)
        const lane = lanes.get(channelId) ?? (facts && createLane(channelId, facts))
        if (!lane) continue
        lane.ownedUntil = until
        lanes.set(channelId, lane)
      }
      return gained.flatMap((channelId) => lanes.get(channelId) ?? [])
    },
    /** Keeps what is in use, lets go what is idle, and forgets what was lost. */
    renew: async (): Promise<void> => {
      const now = Date.now()
      const idle = [...lanes.values()].filter(
        (lane) =>
          lane.busy.size === 0 && !lane.backlog.bulk && !lane.backlog.interactive && now - lane.usedAt > IDLE_MS,
      )
      for (const { channelId } of idle) drop(channelId)
      if (idle.length > 0) await leases.release(idle.map((lane) => leaseName(lane.channelId)))
      const kept = [...lanes.keys()]
      if (kept.length === 0) return
      const { until, isOwned } = await extend(kept)
      for (const [channelId, lane] of lanes) {
        if (isOwned(channelId)) lane.ownedUntil = Math.max(lane.ownedUntil, until)
        else if (kept.includes(channelId)) drop(channelId)
      }
    },
    isOwned: (lane: Lane) => lane.ownedUntil > Date.now(),
    /** Reads status, token and speed again where they may have changed. */
    refreshStale: async (): Promise<void> => {
      const now = Date.now()
      for (const lane of lanes.values()) if (lane.freshUntil <= now) await refresh(lane)
    },
    invalidate: (channelId: string) => {
      const lane = lanes.get(channelId)
      if (lane) lane.freshUntil = 0
    },
    releaseAll: async () => {
      const names = [...lanes.keys()].map(leaseName)
      lanes.clear()
      if (names.length > 0) await leases.release(names)
    },
  }
}

export type Ownership = ReturnType<typeof createOwnership>
