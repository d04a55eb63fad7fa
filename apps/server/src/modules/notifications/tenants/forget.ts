import type { EnvironmentCtx } from '../context.ts'
import { deleteTopic, lockTopic } from '../topics/queries.ts'
import { deleteTenant, findTenant, forgetMuted, forgetSome, tenantTraces } from './queries.ts'

/** Goes through a table in the order of its ids and takes away what is the tenant's. */
const walk = async (
  ctx: EnvironmentCtx,
  trace: (typeof tenantTraces)[number],
  tenantId: string,
  signal: AbortSignal,
): Promise<void> => {
  for (let after: string | null = ''; after !== null; ) {
    signal.throwIfAborted()
    const { last, files, inboxes } = await forgetSome(ctx, trace, tenantId, after)
    for (const path of files ?? []) await ctx.deps.files.remove(path)
    const changes = (inboxes ?? []).map((subscriberId) => ({ subscriberId, unseen: true, unread: true }))
    if (changes.length > 0) ctx.deps.bus.publish('notifications.feed', { changes })
    after = last
  }
}

/**
 * Takes a tenant out of the service with all that was told in its name, sent or still to be sent, and its topics. In
 * batches, outside of any transaction; where it stopped it can be done again. Throws when the signal is aborted.
 */
export const forgetTenant = async (
  ctx: EnvironmentCtx,
  { identifier, topics }: { identifier: string; topics: readonly string[] },
  signal: AbortSignal,
): Promise<void> => {
  const tenant = await findTenant(ctx, identifier)
  if (tenant) {
    for (const trace of tenantTraces) await walk(ctx, trace, tenant.id, signal)
    await deleteTenant(ctx, identifier)
  }
  for (const key of topics) {
    const topic = await lockTopic(ctx, key, 'update')
    if (topic) await deleteTopic(ctx, topic.id)
  }
  await forgetMuted(ctx, identifier)
}
