import { and, desc, eq, inArray, sql } from 'drizzle-orm'
import type { Ctx } from '#server/context.ts'
import { brokenConstraint } from '#server/db/broken-constraint.ts'
import {
  notificationGoneTenants as goneTenants,
  notificationTenants as tenants,
} from '#server/db/schema/notifications/subscribers.ts'
import type { EnvironmentCtx } from '#server/notifications/shared/context.ts'

export type TenantRow = typeof tenants.$inferSelect

const inEnvironment = (ctx: EnvironmentCtx) => eq(tenants.environmentId, ctx.environment.id)

export const findTenant = async (ctx: EnvironmentCtx, identifier: string): Promise<TenantRow | null> => {
  const [row] = await ctx.db
    .select()
    .from(tenants)
    .where(and(inEnvironment(ctx), eq(tenants.identifier, identifier)))
  return row ?? null
}

/** Tenants by internal ids, in no order. */
export const findTenantsByKeys = (ctx: EnvironmentCtx, keys: readonly string[]): Promise<TenantRow[]> =>
  ctx.db
    .select()
    .from(tenants)
    .where(and(inEnvironment(ctx), sql`${tenants.id} = any(${sql.param(keys)}::text[])`))

/** The newest first. */
export const listTenants = (ctx: EnvironmentCtx, offset: number, limit: number): Promise<TenantRow[]> =>
  ctx.db.select().from(tenants).where(inEnvironment(ctx)).orderBy(desc(tenants.id)).limit(limit).offset(offset)

type TenantFields = Pick<TenantRow, 'identifier' | 'name' | 'data'>

/** Null when the identifier is in use. */
export const insertTenant = async (
  ctx: EnvironmentCtx,
  id: string,
  fields: TenantFields,
): Promise<TenantRow | null> => {
  const createdAt = ctx.now()
  const [row] = await ctx.db
    .insert(tenants)
    .values({ ...fields, id, environmentId: ctx.environment.id, createdAt, updatedAt: createdAt })
    .onConflictDoNothing()
    .returning()
  return row ?? null
}

/** Makes the tenants that are unknown and names the others. */
export const upsertTenants = async (
  ctx: EnvironmentCtx,
  rows: readonly { id: string; identifier: string; name: string }[],
): Promise<void> => {
  const now = ctx.now().toISOString()
  await ctx.db.execute(sql`
    insert into notification_tenants (id, environment_id, identifier, name, created_at, updated_at)
    select t.id, ${ctx.environment.id}, t.identifier, t.name, ${now}::timestamptz, ${now}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as t(id text, identifier text, name text) order by t.identifier
    on conflict (environment_id, identifier) do update set name = excluded.name, updated_at = excluded.updated_at
    where notification_tenants.name is distinct from excluded.name`)
}

/** Whether a change failed because another tenant took the identifier in the same moment. */
export const isIdentifierConflict = (error: unknown): boolean =>
  brokenConstraint(error) === 'notification_tenants_identifier'

/** Changes the given fields. */
export const updateTenant = async (
  ctx: EnvironmentCtx,
  id: string,
  fields: Partial<TenantFields>,
): Promise<TenantRow | null> => {
  const { db } = ctx
  const [row] = await db
    .update(tenants)
    .set({ ...fields, updatedAt: ctx.now() })
    .where(and(inEnvironment(ctx), eq(tenants.id, id)))
    .returning()
  return row ?? null
}

/** Removes a tenant and its overrides; false when it is unknown. */
export const deleteTenant = async (ctx: EnvironmentCtx, identifier: string): Promise<boolean> => {
  const result = await ctx.db.execute(sql`
    with gone as (
      delete from notification_tenants where environment_id = ${ctx.environment.id} and identifier = ${identifier}
      returning id
    ), undone as (
      delete from notification_overrides where environment_id = ${ctx.environment.id} and tenant_id in (select id from gone)
    )
    select id from gone`)
  return result.rows.length > 0
}

/** How many rows of a table a step of forgetting goes through. */
const BATCH = 1000

/**
 * What a step has seen and taken away: the id to go on after (null: the table is through), files that nothing refers to
 * any longer, subscribers whose inbox lost something.
 */
export type ForgottenStep = { last: string | null; files?: string[] | null; inboxes?: string[] | null }

const amongst = (tenantIds: readonly string[]) => sql`any(${sql.param(tenantIds)}::text[])`

const forgetting = {
  logs: (tenantIds: readonly string[], after: string) => sql`
    with batch as (select id from notification_logs where id > ${after} order by id limit ${BATCH}), gone as (
      delete from notification_logs l using batch b, notification_events e
      where l.id = b.id and e.environment_id = l.environment_id and e.transaction_id = l.transaction_id
        and e.tenant_id = ${amongst(tenantIds)})
    select max(id) as last from batch`,
  runs: (tenantIds: readonly string[], after: string) => sql`
    with batch as (
      select id, tenant_id from notification_runs where id > ${after} order by id limit ${BATCH}
    ), jobs_gone as (
      delete from notification_jobs j using batch b where j.run_id = b.id and b.tenant_id = ${amongst(tenantIds)} returning j.id
    ), messages_gone as (
      delete from notification_messages m using jobs_gone j where m.job_id = j.id
      returning m.subscriber_id, m.channel = 'in_app' and m.deleted_at is null as shown
    ), runs_gone as (
      delete from notification_runs r using batch b where r.id = b.id and b.tenant_id = ${amongst(tenantIds)}
    )
    select max(id) as last, (select array_agg(distinct subscriber_id) filter (where shown) from messages_gone) as inboxes
    from batch`,
  events: (tenantIds: readonly string[], after: string) => sql`
    with batch as (select id from notification_events where id > ${after} order by id limit ${BATCH}), gone as (
      delete from notification_events e using batch b where e.id = b.id and e.tenant_id = ${amongst(tenantIds)}
      returning e.attachments)
    select max(id) as last, (
      select array_agg(a ->> 'path') from gone, jsonb_array_elements(gone.attachments) a
      where jsonb_typeof(gone.attachments) = 'array') as files
    from batch`,
}

/** What is told in tenants' names, in the order in which it goes: what is found by something goes before it. */
export const tenantTraces = ['logs', 'runs', 'events'] as const satisfies (keyof typeof forgetting)[]

/** Deletes what is the tenants' among the next rows after an id. */
export const eraseSome = async (
  ctx: Ctx,
  trace: (typeof tenantTraces)[number],
  tenantIds: readonly string[],
  after: string,
): Promise<ForgottenStep> => {
  const { rows } = await ctx.db.execute<ForgottenStep>(forgetting[trace](tenantIds, after))
  return rows[0] ?? { last: null }
}

/** Takes a tenant out and notes that what was told in its name has to follow. Nothing happens when it is unknown. */
export const markTenantGone = async (ctx: EnvironmentCtx, identifier: string): Promise<void> => {
  const tenant = await findTenant(ctx, identifier)
  if (!tenant) return
  await ctx.db.insert(goneTenants).values({ tenantId: tenant.id, createdAt: ctx.now() }).onConflictDoNothing()
  await deleteTenant(ctx, identifier)
}

/** The first of the tenants that were taken out and left something behind. */
export const listGoneTenants = async (ctx: Ctx, limit: number): Promise<string[]> =>
  (await ctx.db.select().from(goneTenants).orderBy(goneTenants.tenantId).limit(limit)).map(({ tenantId }) => tenantId)

/** Notes that nothing of these tenants is left. */
export const closeGoneTenants = async (ctx: Ctx, tenantIds: readonly string[]): Promise<void> => {
  await ctx.db.delete(goneTenants).where(inArray(goneTenants.tenantId, [...tenantIds]))
}

/** Takes a tenant out of the list of those that people do not want to hear of. */
export const unmuteTenant = async (ctx: EnvironmentCtx, identifier: string): Promise<void> => {
  await ctx.db.execute(sql`
    update notification_preferences set muted_tenants = array_remove(muted_tenants, ${identifier})
    where ${identifier} = any(muted_tenants)`)
}
