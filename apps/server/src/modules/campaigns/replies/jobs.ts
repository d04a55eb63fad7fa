import { z } from 'zod'
import type { Ctx } from '#server/context.ts'
import { defineJob } from '#server/jobs/define.ts'
import { automationCtx, settingsOf } from '#server/modules/companies/settings-cache/index.ts'
import { takeRoute } from './take.ts'

const answered = z.object({
  companyId: z.uuid(),
  campaignId: z.uuid(),
  /** The answer, and the message of the campaign that it is taken for an answer to. */
  messageId: z.uuid(),
  answeredId: z.uuid(),
})
export type Answered = z.infer<typeof answered>

export const routeJob = defineJob({
  name: 'campaign_replies.route',
  queue: 'standard',
  input: answered,
  retrySeconds: [2, 30, 300],
  run: async (deps, input) => {
    const settings = await settingsOf(deps, input.companyId)
    if (settings) await takeRoute(automationCtx(deps, settings), settings, input)
  },
})

/** Has what their campaigns do about answers done, in the transaction that records them. */
export const enqueueRoutes = async (tx: Ctx, answers: readonly Answered[]): Promise<void> => {
  if (answers.length === 0) return
  const jobs = answers.map((input) => ({ job: routeJob, input, options: { companyId: input.companyId } }))
  await tx.deps.jobs.enqueueAll(tx.db, jobs)
  tx.afterCommit(() => tx.deps.jobs.wake(routeJob.queue))
}
