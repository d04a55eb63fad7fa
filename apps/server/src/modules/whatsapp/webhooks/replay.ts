import type { Ctx } from '#server/context.ts'
import { AppError } from '#server/http/app-error.ts'
import { requeueEvent, requeueFailed } from './queries/events.ts'

/**
 * Processes a stored body again, whether it was processed or failed before; what is known already stays as it is. The
 * caller has checked that the body speaks of a channel of theirs. Throws `not_found`.
 */
export const replayWebhookEvent = async (ctx: Ctx, eventId: string): Promise<void> => {
  const { pool } = ctx.deps.database
  const shard = await requeueEvent(pool, eventId)
  if (shard === null) throw new AppError('not_found')
  ctx.deps.bus.publish('webhooks.wake', { shards: [shard] })
}

/** Processes every stored body again that could not be processed; answers how many there are. */
export const retryFailedEvents = async (ctx: Ctx): Promise<number> => {
  const shards = await requeueFailed(ctx)
  if (shards.length > 0) ctx.afterCommit(() => ctx.deps.bus.publish('webhooks.wake', { shards: [...new Set(shards)] }))
  return shards.length
}
