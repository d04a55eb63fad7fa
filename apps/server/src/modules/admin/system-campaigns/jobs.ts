import { z } from 'zod'
import { systemCtx } from '#server/context.ts'
import { defineJob, type ScheduleDefinition } from '#server/jobs/define.ts'
import { sendDue } from './actions.ts'

export const sendSystemCampaignsJob = defineJob({
  name: 'system_campaigns.send',
  queue: 'maintenance',
  input: z.object({}),
  retrySeconds: [10],
  timeoutSeconds: 300,
  run: (deps, _input, { signal }) => sendDue(systemCtx(deps, 'system_campaigns.send'), signal),
})

export const systemCampaignSchedules: readonly ScheduleDefinition[] = [
  { name: 'system_campaigns.send', cron: '* * * * *', job: sendSystemCampaignsJob },
]
