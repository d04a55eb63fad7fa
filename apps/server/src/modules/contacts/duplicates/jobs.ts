import { z } from 'zod'
import { type Deps, inTransaction, systemCtx } from '#server/context.ts'
import { emit } from '#server/events.ts'
import { defineJob, type ScheduleDefinition } from '#server/jobs/define.ts'
import { emitChange } from '#server/realtime/emit-change.ts'
import { findChangedCompanies, findDuplicatePairs } from './queries/find.ts'
import { findWaiting } from './queries/pairs.ts'

const HOURS_BACK = 26

const findJob = defineJob({
  name: 'duplicates.find',
  queue: 'maintenance',
  input: z.object({ companyId: z.uuid() }),
  retrySeconds: [60, 600],
  timeoutSeconds: 1800,
  run: async (deps, { companyId }) => {
    await findDuplicatePairs(systemCtx(deps, 'duplicates.find'), companyId)
    emitChange(deps, 'duplicate.updated', { companyId })
  },
})

/** Looks for pairs among a company's contacts soon, in the caller's transaction if it has one. */
export const lookForDuplicates = (deps: Deps, db: Parameters<Deps['jobs']['enqueue']>[0], companyId: string) =>
  deps.jobs.enqueue(db, findJob, { companyId }, { uniqueKey: `duplicates:${companyId}`, companyId })

export const sweepDuplicatesJob = defineJob({
  name: 'duplicates.sweep',
  queue: 'maintenance',
  input: z.object({}),
  retrySeconds: [60],
  run: async (deps) => {
    const since = new Date(deps.now().getTime() - HOURS_BACK * 3_600_000)
    for (const companyId of await findChangedCompanies(systemCtx(deps, 'duplicates.sweep'), since))
      await lookForDuplicates(deps, deps.database.db, companyId)
    deps.jobs.wake('maintenance')
  },
})

export const reviewDuplicatesJob = defineJob({
  name: 'duplicates.review',
  queue: 'maintenance',
  input: z.object({}),
  retrySeconds: [60],
  run: async (deps) => {
    const since = new Date(deps.now().getTime() - 7 * 24 * 3_600_000)
    await inTransaction(systemCtx(deps, 'duplicates.review'), async (tx) => {
      await emit(tx, 'duplicates.waiting', ...(await findWaiting(tx, since)))
    })
  },
})

export const duplicateJobs = [findJob, sweepDuplicatesJob, reviewDuplicatesJob]
export const duplicateSchedules: readonly ScheduleDefinition[] = [
  { name: 'duplicates.sweep', cron: '23 3 * * *', job: sweepDuplicatesJob },
  { name: 'duplicates.review', cron: '41 11 * * 1', job: reviewDuplicatesJob },
]
