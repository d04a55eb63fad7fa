import type { Ctx } from '#server/context.ts'
import { runOnboardingJob } from '../jobs.ts'

/** Has the workers go on with a signup; in the transaction of what makes it due. */
export const enqueueRun = async (ctx: Ctx, companyId: string, onboardingId: string): Promise<void> => {
  const input = { companyId, onboardingId }
  await ctx.deps.jobs.enqueue(ctx.db, runOnboardingJob, input, { companyId, uniqueKey: `onboarding:${onboardingId}` })
  ctx.afterCommit(() => ctx.deps.jobs.wake('standard'))
}
