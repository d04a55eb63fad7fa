import { type CompanyCtx, type Deps, forBulk, inTransaction, systemCtx } from '#server/context.ts'
import { isTransient } from '#server/db/transient-errors.ts'
import { emit } from '#server/events.ts'
import { createLeases } from '#server/jobs/leases.ts'
import { safeMessageOf } from '#server/lib/safe-error.ts'
import { repeatEvery } from '#server/lib/work-loop.ts'
import { emitCampaign, lockCampaign, updateCampaignRow } from '#server/modules/campaigns/campaigns/index.ts'
import { emitChange } from '#server/realtime/emit-change.ts'
import { canCancel } from './policy.ts'
import { foldFacts, hasFacts } from './queries/counts.ts'
import { findWork, type Work } from './queries/work.ts'
import { eventOf } from './steps/events.ts'
import { advance, newPace, type Pace, wake } from './steps/run.ts'
import { snapshot } from './steps/snapshot.ts'

const LEASE_SECONDS = 5
const RENEW_MS = 1500
const LOOK_MS = 300
const FOLD_MS = 400
/** Errors that may be the campaign's own are outlived so often, one after the other. */
const MOST_TRIES = 8
/** What only says that the database is away or busy is outlived however long it lasts. */
const TRANSIENT_MS = 500

/** Folds what became of messages into sums, in one process at a time. */
const FOLDING = 'campaigns:facts'

const ctxOf = (deps: Deps, { companyId, timezone }: Work): CompanyCtx => {
  const member = { role: 'admin' as const, grants: [], visibility: 'all' as const }
  const company = { id: companyId, name: '', timezone, accessBlocks: [], member }
  return { ...systemCtx(deps, 'campaigns'), company }
}

const giveUp = (ctx: CompanyCtx, id: string): Promise<void> =>
  inTransaction(ctx, async (tx) => {
    const row = await lockCampaign(tx, id)
    // Someone may have ended it while it was tried.
    if (!canCancel(row.state)) return
    await updateCampaignRow(tx, id, { state: 'failed', wakeAt: null, finishedAt: tx.now() })
    await emit(tx, 'campaign.failed', { ...eventOf(tx, row), reason: 'internal' })
    emitCampaign(tx, id)
  })

/** Does what there is to do for one campaign, for about a second at most. */
export const workOn = async (deps: Deps, work: Work, pace: Pace, signal: AbortSignal): Promise<void> => {
  const ctx = ctxOf(deps, work)
  if (work.state === 'scheduled' || work.state === 'paused') return wake(ctx, work.id)
  const row = await inTransaction(ctx, (tx) => lockCampaign(tx, work.id))
  if (row.state === 'validating') await snapshot(ctx, row, signal)
  else if (row.state === 'running') await advance(ctx, row, pace, signal)
}

/** Folds all facts that there are, and tells browsers which campaigns moved on. */
export const foldAll = async (deps: Deps): Promise<void> => {
  if (!(await hasFacts(deps.database))) return
  for (let folded = await foldFacts(deps.database); folded.length > 0; folded = await foldFacts(deps.database))
    for (const { companyId, campaignId } of folded)
      emitChange(deps, 'campaign.updated', { companyId, ids: [campaignId] })
}

const running = new WeakMap<Deps, () => void>()

/** Has the engine of this process look at once; others look several times a second. */
export const wakeEngine = (deps: Deps): void => running.get(deps)?.()

/**
 * Starts working on campaigns. Each belongs to one process by lease; of a process that ended, another one, or the next,
 * takes over within seconds where it stopped.
 */
export const startEngine = (given: Deps): { stop: () => Promise<void> } => {
  const deps = forBulk(given)
  // What holds the lease must not wait behind bulk work.
  const leases = createLeases(given.database.pool, deps.processId, LEASE_SECONDS)
  const abort = new AbortController()
  const paces = new Map<string, Pace>()
  const tries = new Map<string, number>()
  const busy = new Map<string, Promise<void>>()
  const failed = (err: unknown) => deps.log.error({ err }, 'campaigns could not be worked on')

  const stumble = async (work: Work, err: unknown): Promise<void> => {
    const transient = isTransient(err)
    const count = (tries.get(work.id) ?? 0) + (transient ? 0 : 1)
    tries.set(work.id, count)
    deps.log.warn({ error: safeMessageOf(err), campaignId: work.id }, 'a round of a campaign failed')
    if (count >= MOST_TRIES) await giveUp(ctxOf(deps, work), work.id)
    else await new Promise((resolve) => setTimeout(resolve, transient ? TRANSIENT_MS : 200 * count))
  }

  const lead = async (work: Work): Promise<void> => {
    const name = `campaign:${work.id}`
    if (!(await leases.acquire([name])).has(name)) return
    const pace = paces.get(work.id) ?? newPace(deps.now())
    paces.set(work.id, pace)
    await workOn(deps, work, pace, abort.signal).then(
      () => tries.delete(work.id),
      (err: unknown) => stumble(work, err),
    )
  }

  const look = async () => {
    const works = await findWork(deps)
    const due = new Set(works.map(({ id }) => id))
    for (const known of [paces, tries])
      for (const id of known.keys()) if (!due.has(id) && !busy.has(id)) known.delete(id)
    for (const work of works) {
      if (abort.signal.aborted || busy.has(work.id)) continue
      const task = lead(work)
        .catch(failed)
        .finally(() => busy.delete(work.id))
      busy.set(work.id, task)
    }
  }
  const fold = async () => {
    if ((await leases.acquire([FOLDING])).has(FOLDING)) await foldAll(deps)
  }
  const stops = [
    repeatEvery(LOOK_MS, look, failed),
    repeatEvery(FOLD_MS, fold, failed),
    repeatEvery(
      RENEW_MS,
      async () => void (await leases.acquire([...busy.keys()].map((id) => `campaign:${id}`))),
      failed,
    ),
  ]
  running.set(given, () => void look().catch(failed))
  return {
    stop: async () => {
      running.delete(given)
      abort.abort()
      for (const stop of stops) stop()
      await Promise.all(busy.values())
      await leases.release([FOLDING, ...[...paces.keys()].map((id) => `campaign:${id}`)])
    },
  }
}
