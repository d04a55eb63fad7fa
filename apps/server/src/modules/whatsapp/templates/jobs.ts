import { z } from 'zod'
import { type Ctx, type Deps, systemCtx } from '#server/context.ts'
import { defineJob, type ScheduleDefinition } from '#server/jobs/define.ts'
import { countAccount } from './actions/count.ts'
import { changeMany } from './actions/many.ts'
import { syncAccountTemplates } from './actions/sync.ts'
import { listLiveAccountsAcrossCompanies } from './queries/accounts.ts'

const SPREAD_SECONDS = 14 * 60

const spread = (id: string) => Number.parseInt(id.slice(-6), 16) % SPREAD_SECONDS

export const syncTemplatesJob = defineJob({
  name: 'templates.sync',
  queue: 'standard',
  input: z.object({ companyId: z.uuid(), accountId: z.uuid() }),
  retrySeconds: [30, 300],
  run: async (deps, { companyId, accountId }) => {
    await syncAccountTemplates(systemCtx(deps, 'templates.sync'), companyId, accountId)
  },
})

const later = (deps: Deps, seconds: number) => new Date(deps.now().getTime() + seconds * 1000)

const scheduleTemplatesJob = defineJob({
  name: 'templates.schedule',
  queue: 'maintenance',
  input: z.object({}),
  retrySeconds: [60],
  run: async (deps) => {
    for (const { id, companyId } of await listLiveAccountsAcrossCompanies(deps)) {
      const options = { companyId, uniqueKey: `templates:${id}`, runAt: later(deps, spread(id)) }
      await deps.jobs.enqueue(deps.database.db, syncTemplatesJob, { companyId, accountId: id }, options)
    }
  },
})

const COUNT_SPREAD_SECONDS = 2 * 3600

export const countTemplatesJob = defineJob({
  name: 'templates.count',
  queue: 'maintenance',
  input: z.object({ companyId: z.uuid(), accountId: z.uuid() }),
  retrySeconds: [300, 1800],
  timeoutSeconds: 600,
  run: async (deps, { companyId, accountId }) => {
    await countAccount(systemCtx(deps, 'templates.count'), companyId, accountId)
  },
})

const scheduleCountsJob = defineJob({
  name: 'templates.schedule_counts',
  queue: 'maintenance',
  input: z.object({}),
  retrySeconds: [60],
  run: async (deps) => {
    for (const { id, companyId } of await listLiveAccountsAcrossCompanies(deps)) {
      const runAt = later(deps, Number.parseInt(id.slice(-6), 16) % COUNT_SPREAD_SECONDS)
      const options = { companyId, uniqueKey: `template_counts:${id}`, runAt }
      await deps.jobs.enqueue(deps.database.db, countTemplatesJob, { companyId, accountId: id }, options)
    }
  },
})

/** Has a worker read an account's templates soon; in the transaction of what makes it due. */
export const enqueueTemplateSync = async (ctx: Ctx, companyId: string, accountId: string, seconds = 0) => {
  const runAt = seconds > 0 ? { runAt: later(ctx.deps, seconds) } : {}
  const options = { companyId, uniqueKey: `templates_now:${accountId}`, ...runAt }
  await ctx.deps.jobs.enqueue(ctx.db, syncTemplatesJob, { companyId, accountId }, options)
  ctx.afterCommit(() => ctx.deps.jobs.wake('standard'))
}

export const templateJobs = [
  syncTemplatesJob,
  scheduleTemplatesJob,
  countTemplatesJob,
  scheduleCountsJob,
  changeMany.job,
]

export const templateSchedules: readonly ScheduleDefinition[] = [
  { name: 'templates.sync', cron: '*/15 * * * *', job: scheduleTemplatesJob },
  { name: 'templates.count', cron: '20 3 * * *', job: scheduleCountsJob },
]
