import { isDeepStrictEqual } from 'node:util'
import { inTransaction } from '#server/context.ts'
import { announceChange, type EnvironmentCtx } from '#server/notifications/shared/context.ts'
import { conflict, notFound } from '#server/notifications/shared/errors.ts'
import { createNotificationId } from '#server/notifications/shared/ids.ts'
import * as queries from './queries.ts'

export type TenantInput = {
  identifier: string
  name?: string | null | undefined
  data?: Record<string, unknown> | null | undefined
}

export type TenantChanges = { [Field in keyof TenantInput]?: TenantInput[Field] | undefined }

const inUse = (identifier: string) => conflict(`A tenant with the identifier ${identifier} exists already`)
const unknown = (identifier: string) => notFound(`Tenant with identifier ${identifier} not found`)

/** The tenant with this identifier; 404 when there is none. */
export const loadTenant = async (ctx: EnvironmentCtx, identifier: string): Promise<queries.TenantRow> => {
  const row = await queries.findTenant(ctx, identifier)
  if (!row) throw unknown(identifier)
  return row
}

/** 409 when the identifier is in use. */
export const createTenant = async (ctx: EnvironmentCtx, input: TenantInput): Promise<queries.TenantRow> => {
  const { identifier, name = null, data = null } = input
  const row = await queries.insertTenant(ctx, createNotificationId(), { identifier, name, data })
  if (!row) throw inUse(identifier)
  announceChange(ctx)
  return row
}

const given = ({ identifier, name, data }: TenantChanges) => ({
  ...(identifier === undefined ? {} : { identifier }),
  ...(name === undefined ? {} : { name }),
  ...(data === undefined ? {} : { data }),
})

/** Changes the given fields. 404 when there is no such tenant, 409 when its new identifier is in use. */
export const updateTenant = (
  ctx: EnvironmentCtx,
  identifier: string,
  changes: TenantChanges,
): Promise<queries.TenantRow> =>
  inTransaction(ctx, async (tx) => {
    const tenant = await loadTenant(tx, identifier)
    const wanted = changes.identifier ?? identifier
    const owner = wanted === identifier ? tenant : await queries.findTenant(tx, wanted)
    if (owner && owner.id !== tenant.id) throw inUse(wanted)
    const row = await queries.updateTenant(tx, tenant.id, given(changes))
    if (!row) throw unknown(identifier)
    announceChange(tx)
    return row
  }).catch((error: unknown) => {
    throw queries.isIdentifierConflict(error) ? inUse(changes.identifier ?? identifier) : error
  })

/** Creates the tenant, or changes the given fields of the one with this identifier when they differ. */
export const upsertTenant = async (ctx: EnvironmentCtx, input: TenantInput): Promise<queries.TenantRow> => {
  const { identifier, name = null, data = null } = input
  const known = await queries.findTenant(ctx, identifier)
  const created = known ?? (await queries.insertTenant(ctx, createNotificationId(), { identifier, name, data }))
  const tenant = created ?? (await loadTenant(ctx, identifier))
  const fields = given(input)
  const differs = Object.entries(fields).some(([key, value]) => !isDeepStrictEqual(Reflect.get(tenant, key), value))
  if (!differs && known) return tenant
  announceChange(ctx)
  return differs ? ((await queries.updateTenant(ctx, tenant.id, fields)) ?? tenant) : tenant
}

/** Makes the tenants that are unknown and names the others, in one statement. */
export const upsertTenants = async (
  ctx: EnvironmentCtx,
  tenants: readonly { identifier: string; name: string }[],
): Promise<void> => {
  if (tenants.length === 0) return
  await queries.upsertTenants(
    ctx,
    tenants.map((tenant) => ({ ...tenant, id: createNotificationId() })),
  )
  announceChange(ctx)
}

/** Removes the tenant and what it changes about workflows; 404 when there is none. */
export const deleteTenant = async (ctx: EnvironmentCtx, identifier: string): Promise<void> => {
  if (!(await queries.deleteTenant(ctx, identifier))) throw unknown(identifier)
  announceChange(ctx)
}
