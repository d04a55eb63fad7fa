import type { Ctx } from '#server/context.ts'
import { runOnboardingJob } from '../jobs.ts'

/** Has browsers of the company read its signups anew, after the commit. */
export const announceOnboarding = (ctx: Ctx, companyId: string): void => {
  ctx.afterCommit(() =>
    ctx.deps.bus.publish('hints', {
      rooms: [`company:${companyId}`],
      hint: { event: 'channel.updated', companyId, ids: [] },
    }),
  )
}

/** Has the workers go on with a signup; in the transaction of what makes it due. */
export const enqueueRun = async (ctx: Ctx, companyId: string, onboardingId: string): Promise<void> => {
  const input = { companyId, onboardingId }
  await ctx.deps.jobs.enqueue(ctx.db, runOnboardingJob, input, { companyId, uniqueKey: `onboarding:${onboardingId}` })
  ctx.afterCommit(() => ctx.deps.jobs.wake('standard'))
}
