import { z } from 'zod'
import { type Ctx, inTransaction, systemCtx } from '#server/context.ts'
import { defineJob } from '#server/jobs/define.ts'
import type { EnvironmentCtx } from '#server/notifications/shared/context.ts'
import { publishRecount } from '#server/notifications/shared/inbox-changes.ts'
import { deleteTopic, lockTopic } from '../topics/queries.ts'
import { closeGoneTenants, eraseSome, listGoneTenants, markTenantGone, tenantTraces, unmuteTenant } from './queries.ts'

/** How many tenants one walk looks for. */
const TOGETHER = 2000

/** Goes through a table in the order of its ids and takes away what is the tenants'. */
const walk = async (
  ctx: Ctx,
  trace: (typeof tenantTraces)[number],
  tenantIds: readonly string[],
  signal: AbortSignal,
): Promise<void> => {
  for (let after: string | null = ''; after !== null; ) {
    signal.throwIfAborted()
    const { last, files, inboxes } = await eraseSome(ctx, trace, tenantIds, after)
    for (const path of files ?? []) await ctx.deps.files.remove(path)
    publishRecount(ctx.deps, inboxes ?? [])
    after = last
  }
}

/**
 * Takes away what was told in the names of tenants that were taken out, sent or still to be sent: one walk through the
 * tables for all of them, in batches, outside of any transaction. Where it stopped it can be done again. Throws when the
 * signal is aborted.
 */
export const eraseGoneTenants = async (ctx: Ctx, signal: AbortSignal): Promise<void> => {
  for (let ids = await listGoneTenants(ctx, TOGETHER); ids.length > 0; ids = await listGoneTenants(ctx, TOGETHER)) {
    for (const trace of tenantTraces) await walk(ctx, trace, ids, signal)
    await closeGoneTenants(ctx, ids)
  }
}

export const eraseTenantsJob = defineJob({
  name: 'notifications.forget_tenants',
  queue: 'maintenance',
  input: z.object({}),
  retrySeconds: [60, 600, 1800],
  timeoutSeconds: 3600,
  run: (deps, _input, { signal }) => eraseGoneTenants(systemCtx(deps, 'notifications.forget_tenants'), signal),
})

/** Takes a tenant out of the service with its topics; what was told in its name follows soon, in a job. */
export const eraseTenant = (
  ctx: EnvironmentCtx,
  { identifier, topics }: { identifier: string; topics: readonly string[] },
): Promise<void> =>
  inTransaction(ctx, async (tx) => {
    await markTenantGone(tx, identifier)
    for (const key of topics) {
      const topic = await lockTopic(tx, key, 'update')
      if (topic) await deleteTopic(tx, topic.id)
    }
    await unmuteTenant(tx, identifier)
    await tx.deps.jobs.enqueue(tx.db, eraseTenantsJob, {}, { uniqueKey: eraseTenantsJob.name })
  })
