import { and, desc, eq, sql } from 'drizzle-orm'
import { brokenConstraint } from '../../../db/broken-constraint.ts'
import { notificationTenants as tenants } from '../../../db/schema/notifications.ts'
import type { EnvironmentCtx } from '../context.ts'

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
