import { sql } from 'drizzle-orm'
import type { EnvironmentCtx } from '../context.ts'
import { deleteTopic, lockTopic } from '../topics/queries.ts'
import { deleteTenant, findTenant } from './queries.ts'

const BATCH = 1000

type Step = { last: string | null; files?: string[] | null; inboxes?: string[] | null }

/** Goes through a table in the order of its ids and lets `next` delete what is the tenant's among the next ones. */
const walk = async (
  ctx: EnvironmentCtx,
  signal: AbortSignal,
  next: (after: string) => ReturnType<typeof sql>,
): Promise<void> => {
  for (let after: string | null = ''; after !== null; ) {
    signal.throwIfAborted()
    const rows: Step[] = (await ctx.db.execute<Step>(next(after))).rows
    const [step] = rows
    for (const path of step?.files ?? []) await ctx.deps.files.remove(path)
    const changes = (step?.inboxes ?? []).map((subscriberId) => ({ subscriberId, unseen: true, unread: true }))
    if (changes.length > 0) ctx.deps.bus.publish('notifications.feed', { changes })
    after = step?.last ?? null
  }
}

const logs = (tenantId: string) => (after: string) =>
  sql`
  with batch as (select id from notification_logs where id > ${after} order by id limit ${BATCH}), gone as (
    delete from notification_logs l using batch b, notification_events e
    where l.id = b.id and e.environment_id = l.environment_id and e.transaction_id = l.transaction_id
      and e.tenant_id = ${tenantId})
  select max(id) as last from batch`

const runs = (tenantId: string) => (after: string) =>
  sql`
  with batch as (
    select id, tenant_id from notification_runs where id > ${after} order by id limit ${BATCH}
  ), jobs_gone as (
    delete from notification_jobs j using batch b where j.run_id = b.id and b.tenant_id = ${tenantId} returning j.id
  ), messages_gone as (
    delete from notification_messages m using jobs_gone j where m.job_id = j.id
    returning m.subscriber_id, m.channel = 'in_app' and m.deleted_at is null as shown
  ), runs_gone as (
    delete from notification_runs r using batch b where r.id = b.id and b.tenant_id = ${tenantId}
  )
  select max(id) as last, (select array_agg(distinct subscriber_id) filter (where shown) from messages_gone) as inboxes
  from batch`

const events = (tenantId: string) => (after: string) =>
  sql`
  with batch as (select id from notification_events where id > ${after} order by id limit ${BATCH}), gone as (
    delete from notification_events e using batch b where e.id = b.id and e.tenant_id = ${tenantId}
    returning e.attachments)
  select max(id) as last, (
    select array_agg(a ->> 'path') from gone, jsonb_array_elements(gone.attachments) a
    where jsonb_typeof(gone.attachments) = 'array') as files
  from batch`

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
    // What is found by something goes before it.
    for (const statement of [logs, runs, events]) await walk(ctx, signal, statement(tenant.id))
    await deleteTenant(ctx, identifier)
  }
  for (const key of topics) {
    const topic = await lockTopic(ctx, key, 'update')
    if (topic) await deleteTopic(ctx, topic.id)
  }
  await ctx.db.execute(sql`
    update notification_preferences set muted_tenants = array_remove(muted_tenants, ${identifier})
    where ${identifier} = any(muted_tenants)`)
}
