import type { Ctx } from '#server/context.ts'
import { enqueueTemplateSync } from '#server/modules/whatsapp/templates/index.ts'
import { checkHealthJob } from '../jobs.ts'

/** Has the workers read a channel's health and its account's templates; in the transaction of what makes it due. */
export const enqueuePulls = async (ctx: Ctx, companyId: string, accountId: string, channelId: string | null) => {
  const { jobs } = ctx.deps
  await enqueueTemplateSync(ctx, companyId, accountId)
  if (channelId)
    await jobs.enqueue(
      ctx.db,
      checkHealthJob,
      { companyId, channelId },
      { companyId, uniqueKey: `health_now:${channelId}` },
    )
  ctx.afterCommit(() => jobs.wake('standard'))
}
