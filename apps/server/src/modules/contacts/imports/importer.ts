import { refuseAbility } from '@recado/contracts'
import { type CompanyCtx, type Deps, factsOf, forBulk, inTransaction, systemCtx } from '#server/context.ts'
import { createLeases } from '#server/jobs/leases.ts'
import { safeMessageOf } from '#server/lib/safe-error.ts'
import { createWorkLoop, repeatEvery } from '#server/lib/work-loop.ts'
import { findAsker } from '#server/modules/shared/tasks/index.ts'
import { emitImport } from './change-events.ts'
import { findFiles, findImport, findWork, type ImportRow, lockImport, updateImport } from './queries.ts'
import type { Plan } from './rows/draft.ts'
import { mappingOf, planOf, rulesOf } from './rows/plan.ts'
import { checkChunk } from './steps/check.ts'
import { revertChunk } from './steps/revert.ts'
import { type Failure, failureOf, runChunk, stopRun } from './steps/run.ts'

const LEASE_SECONDS = 10
const RENEW_MS = 3000
const LOOK_MS = 1000
/** What an import is read by is looked up again after so many rows, as rights and fields change. */
const CHUNKS_A_ROUND = 20
/** Errors that may pass are outlived so often, one after the other. */
const MOST_TRIES = 5

type Work = Pick<ImportRow, 'id' | 'companyId' | 'authorId'>

/** The context of an import's author with the rights that they have now; null when they may not import any more. */
const ctxOf = async (deps: Deps, { companyId, authorId }: Work): Promise<CompanyCtx | null> => {
  const asker = authorId === null ? null : await findAsker(deps.database, authorId, companyId)
  if (!asker?.company) return null
  const ctx = { ...systemCtx(deps, 'contacts.import'), ...asker, company: asker.company }
  return refuseAbility('contacts.import', factsOf(ctx)) === null ? ctx : null
}

const companyCtx = (deps: Deps, { companyId }: Work): CompanyCtx => {
  const company = {
    ...{ id: companyId, name: '', timezone: 'UTC', accessBlocks: [] },
    member: { role: 'member' as const, grants: [], visibility: 'all' as const },
  }
  return { ...systemCtx(deps, 'contacts.import'), company }
}

/** Ends what cannot go on. An undo can be asked for again. */
const giveUp = (ctx: CompanyCtx, id: string, error: Failure): Promise<void> =>
  inTransaction(ctx, async (tx) => {
    const row = await lockImport(tx, id)
    if (row?.state === 'running') await stopRun(tx, row, { state: 'failed', code: 'stopped', error })
    else if (row?.state === 'validating') await updateImport(tx, id, { state: 'failed', error, finishedAt: tx.now() })
    else if (row?.state === 'reverting') await updateImport(tx, id, { state: 'failed', error })
    if (row) emitImport(tx, id)
  })

type Round = { ctx: CompanyCtx; plan: Plan; path: string }

const openRound = async (ctx: CompanyCtx, row: ImportRow): Promise<Round | null> => {
  const paths = await findFiles(ctx, [row.rowsFileId])
  const path = row.rowsFileId === null ? undefined : paths.get(row.rowsFileId)
  if (path === undefined) return null
  return { ctx, path, plan: await planOf(ctx, await mappingOf(ctx, row, []), rulesOf(row)) }
}

const step = (row: ImportRow, { ctx, plan, path }: Round): Promise<boolean> => {
  if (row.state === 'validating') return checkChunk(ctx, row, plan, path)
  return row.state === 'running' ? runChunk(ctx, row, plan, path) : Promise.resolve(false)
}

/** A chunk, and then as long a pause as people need. */
const admitted = async ({ admission }: Deps, signal: AbortSignal, chunk: () => Promise<boolean>): Promise<boolean> => {
  const begun = performance.now()
  const more = await chunk()
  if (more) await admission.pause(performance.now() - begun, signal)
  return more
}

/** Some chunks of an import. Answers whether there is more to do. */
const workSome = async (deps: Deps, work: Work, signal: AbortSignal): Promise<boolean> => {
  const system = companyCtx(deps, work)
  const first = await findImport(system, work.id)
  if (!first) return false
  const ctx = await ctxOf(deps, work)
  // An undo that was asked for is finished, whoever has left since.
  if (first.state === 'reverting') {
    for (let n = 0; n < CHUNKS_A_ROUND && !signal.aborted; n++)
      if (!(await admitted(deps, signal, () => revertChunk(ctx ?? system, first)))) return false
    return true
  }
  if (!ctx) return giveUp(system, work.id, 'forbidden').then(() => false)
  const round = await openRound(ctx, first)
  if (!round) return giveUp(ctx, work.id, 'file_gone').then(() => false)
  for (let n = 0; n < CHUNKS_A_ROUND && !signal.aborted; n++) {
    const row = n === 0 ? first : await findImport(ctx, work.id)
    if (!row || !(await admitted(deps, signal, () => step(row, round)))) return false
  }
  return true
}

/** Does all that one company's import has to do. */
const workOn = async (deps: Deps, work: Work, signal: AbortSignal): Promise<void> => {
  for (let tries = 0; !signal.aborted; ) {
    try {
      if (!(await workSome(deps, work, signal))) return
      tries = 0
    } catch (err) {
      const failure = failureOf(err)
      deps.log.warn({ error: safeMessageOf(err), importId: work.id }, 'a chunk of an import failed')
      if (failure ?? ++tries >= MOST_TRIES) return giveUp(companyCtx(deps, work), work.id, failure ?? 'internal')
      await new Promise((resolve) => setTimeout(resolve, 200 * tries))
    }
  }
}

/** Does everything that imports have to do, here and now; for tests. */
export const drainImports = async (deps: Deps): Promise<void> => {
  const { signal } = new AbortController()
  for (let work = await findWork(deps.database); work.length > 0; work = await findWork(deps.database))
    for (const one of work) await workOn(deps, one, signal)
}

const running = new WeakMap<Deps, () => void>()

/** Has the importer of this process look at once; others look every second. */
export const wakeImporter = (deps: Deps): void => running.get(deps)?.()

/**
 * Starts working on imports: one of each company at a time, which belongs to one process by lease. Of a process that
 * ended, another one, or the next, takes over within seconds, at the row where it stopped.
 */
export const startImporter = (given: Deps): { stop: () => Promise<void> } => {
  const deps = forBulk(given)
  const leases = createLeases(deps.database.pool, deps.processId, LEASE_SECONDS)
  const abort = new AbortController()
  const owned = new Set<string>()
  const failed = (err: unknown) => deps.log.error({ err }, 'imports could not be worked on')
  const round = async () => {
    for (const work of await findWork(deps.database)) {
      if (abort.signal.aborted) return
      const name = `imports:${work.companyId}`
      if (!(await leases.acquire([name])).has(name)) continue
      owned.add(name)
      await workOn(deps, work, abort.signal).finally(() => owned.delete(name))
      await leases.release([name])
    }
  }
  const loop = createWorkLoop({ round, failed })
  const stops = [
    repeatEvery(LOOK_MS, async () => loop.wake(), failed),
    repeatEvery(RENEW_MS, async () => void (await leases.acquire([...owned])), failed),
  ]
  running.set(given, loop.wake)
  return {
    stop: async () => {
      running.delete(given)
      abort.abort()
      for (const stop of stops) stop()
      await loop.idle()
    },
  }
}
