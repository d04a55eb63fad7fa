import { z } from 'zod'
import { defineJob, type ScheduleDefinition } from '#server/jobs/define.ts'
import { deleteOldLinksAcrossCompanies } from '#server/modules/campaigns/links/index.ts'
import { deleteOldClicksAcrossCompanies } from './queries/clicks.ts'

const forgetClicks = defineJob({
  name: 'campaign-links.forget',
  queue: 'maintenance',
  input: z.object({}),
  retrySeconds: [60, 600],
  timeoutSeconds: 600,
  run: async (deps, _input, info) => {
    while (!info.signal.aborted && (await deleteOldClicksAcrossCompanies(deps.database)) > 0);
    while (!info.signal.aborted && (await deleteOldLinksAcrossCompanies(deps.database)) > 0);
  },
})

export const clickJobs = [forgetClicks]
export const clickSchedules: readonly ScheduleDefinition[] = [
  { name: 'campaign-links.forget', cron: '29 3 * * *', job: forgetClicks },
]
