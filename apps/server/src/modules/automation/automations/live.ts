import type { AutomationGraph } from '@recado/contracts/automation/automation-graph'
import type { CompanyCtx, Ctx, Deps } from '#server/context.ts'
import { createCache } from '#server/lib/cache.ts'
import { perDeps } from '#server/lib/per-deps.ts'
import { findVersion, type LiveRow, listLive } from './queries/automations.ts'

export type LiveAutomation = LiveRow
/** What is live in a company, or at work though paused, and the kinds of events that concern any of it. */
export type LiveAutomations = { list: readonly LiveAutomation[]; listens: ReadonlySet<string> }

const KEEP_MS = 30_000
const GRAPHS = 2000

const read = async (reader: Pick<Ctx, 'db'>, companyId: string): Promise<LiveAutomations> => {
  const list = await listLive(reader, companyId)
  return { list, listens: new Set(list.flatMap(({ listens }) => listens)) }
}

const cacheOf = perDeps((deps: Deps) => {
  const cache = createCache<LiveAutomations>({ ttlMs: KEEP_MS, now: () => deps.now().getTime() })
  deps.bus.subscribe('changes', ({ change }) => {
    if (change.event === 'automation.updated' && change.companyId) cache.invalidate(change.companyId)
  })
  deps.bus.onGap(cache.invalidateAll)
  return cache
})

type KnownGraph = { automationId: string; graph: AutomationGraph }

const graphsOf = perDeps((deps: Deps) => {
  const cache = createCache<KnownGraph | null>({ max: GRAPHS })
  deps.bus.subscribe('automation_graphs.changed', ({ automationId }) =>
    cache.invalidateWhere((known) => known?.automationId === automationId),
  )
  deps.bus.onGap(cache.invalidateAll)
  return cache
})

/** What works by itself in a company; known for up to 30 seconds. Inside of a transaction pass its context as `reader`. */
export const liveAutomations = (
  deps: Deps,
  companyId: string,
  reader: Pick<Ctx, 'db'> = deps.database,
): Promise<LiveAutomations> =>
  reader === deps.database
    ? cacheOf(deps).load(companyId, () => read(reader, companyId))
    : cacheOf(deps).loadAlone(companyId, () => read(reader, companyId))

/** The same as it is now. */
export const readLive = (ctx: CompanyCtx): Promise<LiveAutomations> => read(ctx, ctx.company.id)

/** The graph of a version, or null if it is gone. Only the ids of merged tags ever change in it. */
export const graphOf = async (
  ctx: CompanyCtx,
  automationId: string,
  number: number,
): Promise<AutomationGraph | null> => {
  const cache = graphsOf(ctx.deps)
  const key = `${ctx.company.id} ${automationId} ${number}`
  const known = await cache.loadAlone(key, async () => {
    const row = await findVersion(ctx, automationId, number)
    return row && { automationId, graph: row.graph }
  })
  if (!known) cache.invalidate(key)
  return known?.graph ?? null
}
