import type { Ctx } from '#server/context.ts'
import { runOnboardingJob } from '../jobs.ts'

/**
 * Has the workers go on with a signup; in the transaction of what makes it due. Each time is a job of its own: the one that
 * stopped may not be written down as done yet, and would keep out another with its key.
 */
export const enqueueRun = async (ctx: Ctx, companyId: string, onboardingId: string): Promise<void> => {
  const input = { companyId, onboardingId }
  await ctx.deps.jobs.enqueue(ctx.db, runOnboardingJob, input, { companyId })
  ctx.afterCommit(() => ctx.deps.jobs.wake('standard'))
}
