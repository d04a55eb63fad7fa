import { z } from 'zod'
import { systemCtx } from '#server/context.ts'
import { defineJob, type ScheduleDefinition } from '#server/jobs/define.ts'
import { forgetOldTokens } from './actions/tokens.ts'

const forgetJob = defineJob({
  name: 'auth.forget_tokens',
  queue: 'maintenance',
  input: z.object({}),
  retrySeconds: [60],
  run: (deps) => forgetOldTokens(systemCtx(deps, 'auth.forget_tokens')),
})

export const authJobs = [forgetJob]

export const authSchedules: readonly ScheduleDefinition[] = [
  { name: 'auth.forget_tokens', cron: '47 3 * * *', job: forgetJob },
]
