import { z } from 'zod'
import { type Deps, systemCtx } from '#server/context.ts'
import { defineJob, type ScheduleDefinition } from '#server/jobs/define.ts'
import { checkHealth } from './actions/health.ts'
import { resubscribe } from './actions/resubscribe.ts'
import { sumUpAcrossCompanies } from './actions/rollup.ts'
import { listLiveChannelsAcrossCompanies } from './queries/channels.ts'

const HEALTH_SPREAD_SECONDS = 4 * 60

const spread = (id: string, seconds: number) => Number.parseInt(id.slice(-6), 16) % seconds

export const checkHealthJob = defineJob({
  name: 'channels.check_health',
  queue: 'standard',
  input: z.object({ companyId: z.uuid(), channelId: z.uuid() }),
  retrySeconds: [],
  run: async (deps, { companyId, channelId }) => {
    await checkHealth(systemCtx(deps, 'channels.check_health'), companyId, channelId)
  },
})

export const resubscribeJob = defineJob({
  name: 'channels.resubscribe',
  queue: 'standard',
  input: z.object({ companyId: z.uuid(), channelId: z.uuid() }),
  retrySeconds: [30, 300],
  run: async (deps, { companyId, channelId }) => {
    await resubscribe(systemCtx(deps, 'channels.resubscribe'), companyId, channelId)
  },
})

const later = (deps: Deps, seconds: number) => new Date(deps.now().getTime() + seconds * 1000)

const scheduleHealthJob = defineJob({
  name: 'channels.schedule_health',
  queue: 'maintenance',
  input: z.object({}),
  retrySeconds: [60],
  run: async (deps) => {
    for (const { id, companyId } of await listLiveChannelsAcrossCompanies(deps)) {
      const options = { companyId, uniqueKey: `health:${id}`, runAt: later(deps, spread(id, HEALTH_SPREAD_SECONDS)) }
      await deps.jobs.enqueue(deps.database.db, checkHealthJob, { companyId, channelId: id }, options)
    }
  },
})

const sumUpJob = defineJob({
  name: 'channels.sum_up',
  queue: 'maintenance',
  input: z.object({}),
  retrySeconds: [30],
  timeoutSeconds: 240,
  run: (deps) => sumUpAcrossCompanies(systemCtx(deps, 'channels.sum_up')),
})

export const channelJobs = [checkHealthJob, resubscribeJob, scheduleHealthJob, sumUpJob]

export const channelSchedules: readonly ScheduleDefinition[] = [
  { name: 'channels.health', cron: '*/5 * * * *', job: scheduleHealthJob },
  { name: 'channels.sum_up', cron: '2-59/5 * * * *', job: sumUpJob },
]
