import { type Ctx, type Deps, inTransaction, systemCtx } from '#server/context.ts'
import {
  deleteLapsedPresence,
  deletePresence,
  extendPresence,
  findLapsedPresence,
  insertPresence,
  lockSubscribers,
  markOfflineUnlessPresent,
  markOnline,
} from './queries.ts'

const ALIVE_MS = 60_000
const BEAT_MS = 20_000
const SETTLE_MS = 20
const RETRY_MS = 1000
const BATCH = 1000

/** The subscribers (internal ids) that have sockets in this process. */
export type Here = {
  has: (subscriberId: string) => boolean
  ids: () => Iterable<string>
  /** Called with those that no longer exist. */
  drop: (subscriberIds: readonly string[]) => void
}

const batchesOf = (ids: Iterable<string>): string[][] => {
  const all = [...ids]
  return Array.from({ length: Math.ceil(all.length / BATCH) }, (_, n) => all.slice(n * BATCH, (n + 1) * BATCH))
}

/** Writes who came and who left; the ids of those that do not exist. The lock comes first: two processes decide in turn. */
const writePresence = (ctx: Ctx, came: readonly string[], left: readonly string[]): Promise<string[]> =>
  inTransaction(ctx, async (tx) => {
    const known = new Set(await lockSubscribers(tx, [...came, ...left]))
    const present = came.filter((id) => known.has(id))
    await deletePresence(tx, left)
    if (present.length > 0) {
      await insertPresence(tx, present, new Date(tx.now().getTime() + ALIVE_MS))
      await markOnline(tx, present)
    }
    if (left.length > 0) await markOfflineUnlessPresent(tx, left)
    return came.filter((id) => !known.has(id))
  })

/** Settles the subscribers of processes that died: their rows have not been kept alive. */
const sweep = async (ctx: Ctx): Promise<void> => {
  for (;;) {
    const lapsed = await findLapsedPresence(ctx, BATCH)
    if (lapsed.length === 0) return
    await inTransaction(ctx, async (tx) => {
      await lockSubscribers(tx, lapsed)
      await deleteLapsedPresence(tx, lapsed)
      await markOfflineUnlessPresent(tx, lapsed)
    })
  }
}

export type Presence = {
  /** Someone's first socket here opened, or their last one closed. */
  changed: (subscriberId: string) => void
  /** Keeps those here alive and settles those whose process died; runs automatically every 20 s. */
  beat: () => Promise<void>
  close: () => Promise<void>
}

/** Who is online, over all processes: a subscriber is as long as any of them keeps a row of theirs alive. */
export const createPresence = (deps: Deps, here: Here): Presence => {
  const ctx = systemCtx(deps, 'notifications.presence')
  const unsettled = new Set<string>()
  let timer: NodeJS.Timeout | undefined
  let working = Promise.resolve()

  /** One at a time, so that what is written last is what is true. */
  const inTurn = (work: () => Promise<void>): Promise<void> => {
    working = working.then(work)
    return working
  }

  const settle = async () => {
    for (const batch of batchesOf(unsettled)) {
      for (const id of batch) unsettled.delete(id)
      const { came = [], left = [] } = Object.groupBy(batch, (id) => (here.has(id) ? 'came' : 'left'))
      try {
        here.drop(await writePresence(ctx, came, left))
      } catch (err) {
        deps.log.error({ err }, 'presence could not be written')
        for (const id of batch) unsettled.add(id)
        return schedule(RETRY_MS)
      }
    }
  }
  const schedule = (ms: number) => {
    timer ??= setTimeout(() => {
      timer = undefined
      void inTurn(settle)
    }, ms)
  }
  const changed = (id: string) => {
    unsettled.add(id)
    schedule(SETTLE_MS)
  }

  const beat = () =>
    inTurn(async () => {
      try {
        for (const batch of batchesOf(here.ids())) {
          const kept = await extendPresence(ctx, batch, new Date(ctx.now().getTime() + ALIVE_MS))
          for (const id of batch) if (!kept.has(id)) changed(id)
        }
        await sweep(ctx)
      } catch (err) {
        deps.log.error({ err }, 'presence could not be kept alive')
      }
    })
  const beating = setInterval(() => void beat(), BEAT_MS)

  return {
    changed,
    beat,
    close: async () => {
      clearInterval(beating)
      await inTurn(settle)
      clearTimeout(timer)
    },
  }
}
