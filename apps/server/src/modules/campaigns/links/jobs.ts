import { z } from 'zod'
import { defineJob, type ScheduleDefinition } from '#server/jobs/define.ts'
import { deleteOldAcrossCompanies } from './queries/clicks.ts'

const forgetClicks = defineJob({
  name: 'campaign-links.forget',
  queue: 'maintenance',
  input: z.object({}),
  retrySeconds: [60, 600],
  timeoutSeconds: 600,
  run: async (deps, _input, info) => {
    while (!info.signal.aborted && (await deleteOldAcrossCompanies(deps.database)) > 0);
  },
})

export const linkJobs = [forgetClicks]
export const linkSchedules: readonly ScheduleDefinition[] = [
  { name: 'campaign-links.forget', cron: '29 3 * * *', job: forgetClicks },
]
