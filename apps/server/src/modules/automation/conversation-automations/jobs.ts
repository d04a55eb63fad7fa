import { z } from 'zod'
import { defineJob, type ScheduleDefinition } from '#server/jobs/define.ts'
import { followUpCauses, followUpJobName } from '#server/modules/inbox/conversations/index.ts'
import { follow } from './follow.ts'
import { resolveSilent, tellOfClosingWindows } from './sweeps.ts'

const followJob = defineJob({
  name: followUpJobName,
  queue: 'standard',
  input: z.object({
    companyId: z.uuid(),
    conversationId: z.uuid(),
    cause: z.enum(followUpCauses),
    messageId: z.uuid().optional(),
    survey: z.boolean().optional(),
  }),
  retrySeconds: [2, 30, 300],
  run: (deps, input) => follow(deps, input),
})

const windowsJob = defineJob({
  name: 'follow_ups.windows',
  queue: 'maintenance',
  input: z.object({}),
  retrySeconds: [5, 30],
  run: (deps) => tellOfClosingWindows(deps),
})

const silentJob = defineJob({
  name: 'follow_ups.silent',
  queue: 'maintenance',
  input: z.object({}),
  retrySeconds: [],
  timeoutSeconds: 600,
  run: (deps) => resolveSilent(deps),
})

export const followUpJobs = [followJob, windowsJob, silentJob]
export const followUpSchedules: readonly ScheduleDefinition[] = [
  { name: 'follow_ups.windows', cron: '*/5 * * * *', job: windowsJob },
  { name: 'follow_ups.silent', cron: '23 * * * *', job: silentJob },
]
