import { z } from 'zod'
import { systemCtx } from '#server/context.ts'
import { defineJob, type ScheduleDefinition } from '#server/jobs/define.ts'
import { remindOfOnboardings } from './actions/remind.ts'
import { runOnboarding } from './actions/run.ts'

export const runOnboardingJob = defineJob({
  name: 'onboarding.run',
  queue: 'standard',
  input: z.object({ companyId: z.uuid(), onboardingId: z.uuid() }),
  retrySeconds: [10, 60, 300],
  run: async (deps, { companyId, onboardingId }) => {
    await runOnboarding(systemCtx(deps, 'onboarding.run'), companyId, onboardingId)
  },
})

const remindJob = defineJob({
  name: 'onboarding.remind',
  queue: 'maintenance',
  input: z.object({}),
  retrySeconds: [60],
  run: (deps) => remindOfOnboardings(systemCtx(deps, 'onboarding.remind')),
})

export const onboardingJobs = [runOnboardingJob, remindJob]
export const onboardingSchedules: readonly ScheduleDefinition[] = [
  { name: 'onboarding.remind', cron: '*/5 * * * *', job: remindJob },
]
