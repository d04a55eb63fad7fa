import { type CompanyCtx, type Deps, forBulk, inTransaction, systemCtx } from '#server/context.ts'
import { isTransient } from '#server/db/transient-errors.ts'
import { createLeases } from '#server/jobs/leases.ts'
import { newId } from '#server/lib/ids.ts'
import { safeMessageOf } from '#server/lib/safe-error.ts'
import { createWorkLoop, repeatEvery } from '#server/lib/work-loop.ts'
import { automationCtx, settingsOf } from '#server/modules/companies/settings-cache/index.ts'
import { countFailedTry, findBusyCompanies } from './queries/events.ts'
import { claimRuns } from './queries/runs.ts'
import { EVENTS_AT_ONCE, takeEvents } from './start/take-events.ts'
import { startLasting } from './start/timers.ts'
import { workOnClaimed } from './work/claimed.ts'

const SWEEP_MS = 1000
const LEASE_SECONDS = 10
const RENEW_MS = 3000
const COMPANIES = 200
/** Runs that are taken up in a round, and of each company where one company has more than that. */
const RUNS = 200
const RUNS_EACH = 25
/** What cannot be worked off is tried so often. */
const TRIES = 5

/** Events are worked off by one process at a time, so that those of a contact keep their order. */
const EVENTS = 'automations:events'

/** Works off what happened in a company, a portion of it; answers whether there is more. */
const takePortion = async (deps: Deps, companyId: string): Promise<boolean> => {
  const settings = await settingsOf(deps, companyId)
  if (!settings) return false
  const ctx = automationCtx(deps, settings)
  try {
    return (await takeEvents(ctx)) > 0
  } catch (error) {
    deps.log.warn({ error: safeMessageOf(error), companyId }, 'what automations start by could not be worked off')
    return isTransient(error) ? false : takeSingly(ctx)
  }
}

/** One after the other, so that what cannot be worked off keeps nothing else from it; it is left after some tries. */
const takeSingly = async (ctx: CompanyCtx): Promise<boolean> => {
  for (let n = 0; n < EVENTS_AT_ONCE; n++) {
    try {
      if ((await takeEvents(ctx, 1)) === 0) return false
    } catch (error) {
      if (isTransient(error)) return false
      await inTransaction(ctx, (tx) => countFailedTry(tx, 1, TRIES))
    }
  }
  return true
}

/** Works off what happened, company by company, a portion of each at a time, until nothing is left. */
export const takeAll = async (deps: Deps, isStopped: () => boolean = () => false): Promise<void> => {
  await startLasting(deps, isStopped)
  const stuck = new Set<string>()
  while (!isStopped()) {
    const busy = (await findBusyCompanies(systemCtx(deps, 'automations'), COMPANIES)).filter((id) => !stuck.has(id))
    if (busy.length === 0) return
    for (const companyId of busy) if (!(await takePortion(deps, companyId))) stuck.add(companyId)
  }
}

/** Takes up the runs whose time has come, until none is left. */
export const runDue = async (deps: Deps, isStopped: () => boolean = () => false): Promise<void> => {
  const ctx = systemCtx(deps, 'automations')
  while (!isStopped()) {
    const lease = newId()
    const runs = await claimRuns(ctx, { lease, limit: RUNS, each: RUNS_EACH })
    if (runs.length === 0) return
    for (const [companyId, own] of Map.groupBy(runs, (run) => run.companyId))
      await workOnClaimed(deps, companyId, { runs: own, lease }).catch((err: unknown) =>
        // Their lease ends by itself, and others take them up.
        deps.log.error({ err, companyId }, 'runs of automations could not be worked on'),
      )
  }
}

/**
 * Starts the engine of automations. What happened waits in a table of its own, and runs are rows with the time at which
 * they go on: what waits is looked at by nobody until then.
 */
export const startAutomations = (given: Deps): { stop: () => Promise<void> } => {
  const deps = forBulk(given)
  const leases = createLeases(given.database.pool, given.processId, LEASE_SECONDS)
  let stopped = false
  let leads = false
  const isStopped = () => stopped
  const failed = (what: string) => (err: unknown) => deps.log.error({ err }, what)
  const events = createWorkLoop({
    round: async () => {
      if (!leads || stopped) return
      await takeAll(deps, isStopped)
      runs.wake()
    },
    failed: failed('what automations start by could not be looked for'),
  })
  const runs = createWorkLoop({
    round: () => runDue(deps, isStopped),
    failed: failed('runs of automations could not be looked for'),
  })
  const wake = () => {
    if (stopped) return
    events.wake()
    runs.wake()
  }
  const renew = async () => {
    leads = !stopped && (await leases.acquire([EVENTS])).has(EVENTS)
  }
  const stops = [
    repeatEvery(RENEW_MS, renew, failed('the events of automations could not be leased')),
    repeatEvery(SWEEP_MS, async () => wake(), failed('automations could not be woken')),
    given.bus.subscribe('automations.wake', wake),
  ]
  return {
    stop: async () => {
      stopped = true
      for (const stop of stops) stop()
      await Promise.all([events.idle(), runs.idle()])
      await leases.release([EVENTS])
    },
  }
}
