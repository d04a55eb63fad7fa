import type { PauseScope } from '@recado/contracts/whatsapp/channels'
import { type Ctx, inTransaction } from '#server/context.ts'
import { resubscribeJob } from '../jobs.ts'
import * as queries from '../queries/channels.ts'
import { announceChannel, recordChannelEvent } from './status.ts'

type Ref = { id: string; companyId: string }

/** Holds back what numbers send: all of it, or marketing alone. What waits goes on waiting. */
export const pauseChannels = (
  ctx: Ctx,
  refs: readonly Ref[],
  { scope, reason }: { scope: PauseScope; reason: string },
): Promise<void> =>
  inTransaction(ctx, async (tx) => {
    for (const { id, companyId } of refs.toSorted((a, b) => (a.id < b.id ? -1 : 1))) {
      await queries.updateChannel(tx, companyId, id, { pausedScope: scope, pausedReason: reason, pausedAt: tx.now() })
      await recordChannelEvent(tx, companyId, id, { kind: 'paused', after: scope, detail: { reason } })
      announceChannel(tx, companyId, id)
    }
  })

/** Lets numbers send again; with `onlyFor` those alone that were paused for that reason. */
export const resumeChannels = (ctx: Ctx, refs: readonly Ref[], onlyFor?: string): Promise<void> =>
  inTransaction(ctx, async (tx) => {
    for (const { id, companyId } of refs.toSorted((a, b) => (a.id < b.id ? -1 : 1))) {
      const row = await queries.lockChannel(tx, companyId, id)
      if (!row?.pausedAt || (onlyFor !== undefined && row.pausedReason !== onlyFor)) continue
      await queries.updateChannel(tx, companyId, id, { pausedScope: null, pausedReason: null, pausedAt: null })
      await recordChannelEvent(tx, companyId, id, { kind: 'resumed', before: row.pausedScope })
      announceChannel(tx, companyId, id)
      tx.afterCommit(() => tx.deps.bus.publish('sends.wake', { channelIds: [id] }))
    }
  })

/** Has the workers subscribe to the webhooks of a number's account again. */
export const enqueueResubscription = async (ctx: Ctx, companyId: string, channelId: string): Promise<void> => {
  const options = { companyId, uniqueKey: `resubscribe:${channelId}` }
  await ctx.deps.jobs.enqueue(ctx.db, resubscribeJob, { companyId, channelId }, options)
  ctx.afterCommit(() => ctx.deps.jobs.wake('standard'))
}
