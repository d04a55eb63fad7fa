import { z } from 'zod'
import { defineJob, type ScheduleDefinition } from '#server/jobs/define.ts'
import { trackDueSlaTargets } from './track.ts'

const tickJob = defineJob({
  name: 'sla.tick',
  queue: 'maintenance',
  input: z.object({}),
  retrySeconds: [],
  timeoutSeconds: 300,
  run: (deps) => trackDueSlaTargets(deps),
})

export const slaJobs = [tickJob]
export const slaSchedules: readonly ScheduleDefinition[] = [{ name: 'sla.tick', cron: '*/30 * * * * *', job: tickJob }]
