import { z } from 'zod'
import { systemCtx } from '#server/context.ts'
import { defineJob, type ScheduleDefinition } from '#server/jobs/define.ts'
import { forgetExpiredSessions } from './actions.ts'

const forgetJob = defineJob({
  name: 'sessions.forget',
  queue: 'maintenance',
  input: z.object({}),
  retrySeconds: [60],
  run: (deps) => forgetExpiredSessions(systemCtx(deps, 'sessions.forget')),
})

export const sessionJobs = [forgetJob]

export const sessionSchedules: readonly ScheduleDefinition[] = [
  { name: 'sessions.forget', cron: '41 * * * *', job: forgetJob },
]
