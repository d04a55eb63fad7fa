import type { Deps } from '#server/context.ts'
import { isTransient } from '#server/db/transient-errors.ts'
import { createBatcher } from '#server/lib/batcher.ts'
import { emitChange } from '#server/realtime/emit-change.ts'
import { insertInbound, type NewInboundEvent, touchIntegrations } from './queries/inbound.ts'

const MOST_PER_COMMIT = 200
/** Commits are so far apart, milliseconds: each costs the disk and the database the same, however much it has. */
const COMMIT_EVERY_MS = 10
/** When an integration heard of something last is noted so often at most. */
const NOTED_EVERY_MS = 10_000
const MOST_NOTED = 10_000

export type Intake = {
  /** Resolves once it is committed. */
  store: (event: NewInboundEvent) => Promise<void>
  idle: () => Promise<void>
}

/** Stores what comes in with group commit, and says that it is there. */
export const createIntake = (deps: Deps): Intake => {
  const noted = new Map<string, number>()

  const isDue = (integrationId: string): boolean => {
    const now = deps.now().getTime()
    if (now - (noted.get(integrationId) ?? Number.NEGATIVE_INFINITY) < NOTED_EVERY_MS) return false
    if (noted.size >= MOST_NOTED) noted.clear()
    noted.set(integrationId, now)
    return true
  }

  const tell = async (events: readonly NewInboundEvent[]): Promise<void> => {
    const shards = [...new Set(events.flatMap(({ state, shard }) => (state === 'received' ? [shard] : [])))]
    if (shards.length > 0) deps.bus.publish('inbound.wake', { shards })
    const believed = new Map(
      events.flatMap((event) => (event.state === 'rejected' ? [] : [[event.integrationId, event]])),
    )
    const due = [...believed.keys()].filter(isDue)
    for (const { companyId, integrationId, isWatched } of events)
      if (isWatched || due.includes(integrationId))
        emitChange(deps, 'webhook_integration.updated', { companyId, ids: [integrationId] })
    await touchIntegrations(deps.database.pool, due, deps.now()).catch((err: unknown) =>
      deps.log.warn({ err }, 'when integrations heard of something could not be noted'),
    )
  }

  const batcher = createBatcher<NewInboundEvent, undefined>({
    max: MOST_PER_COMMIT,
    everyMs: COMMIT_EVERY_MS,
    alone: (error) => !isTransient(error),
    run: async (events) => {
      await insertInbound(deps.database.pool, events)
      void tell(events)
      return events.map(() => undefined)
    },
  })
  return { store: async (event) => void (await batcher.add(event)), idle: batcher.idle }
}
