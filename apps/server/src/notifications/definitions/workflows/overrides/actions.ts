import type { NewOverride, OverrideChanges } from '@recado/contracts/notifications/overrides'
import { inTransaction } from '#server/context.ts'
import { announceChange, type EnvironmentCtx } from '#server/notifications/shared/context.ts'
import { conflict, notFound } from '#server/notifications/shared/errors.ts'
import { createNotificationId } from '#server/notifications/shared/ids.ts'
import { fillPreferences } from '../preference-settings.ts'
import { findWorkflow } from '../queries.ts'
import { assertRootEnvironment } from '../root-only.ts'
import * as queries from './queries.ts'

const unknown = (key: queries.OverrideKey) =>
  notFound(
    'id' in key
      ? `Workflow override with id ${key.id} not found`
      : `No override of the workflow ${key.workflowId} for the tenant ${key.tenantId} was found`,
  )

export const createOverride = (ctx: EnvironmentCtx, input: NewOverride): Promise<queries.OverrideRow> =>
  inTransaction(ctx, async (tx) => {
    assertRootEnvironment(tx)
    const { workflowId, tenantId } = input
    if (!(await findWorkflow(tx, workflowId))) throw notFound(`Workflow with id ${workflowId} not found`)
    if (!(await queries.isTenant(tx, tenantId))) throw notFound(`Tenant with id ${tenantId} not found`)
    const row = await queries.insertOverride(tx, {
      id: createNotificationId(),
      workflowId,
      tenantId,
      active: input.active ?? false,
      preferenceSettings: fillPreferences(input.preferenceSettings),
    })
    if (!row) throw conflict('The tenant has an override of this workflow already')
    announceChange(tx)
    return row
  })

export const loadOverride = async (ctx: EnvironmentCtx, key: queries.OverrideKey): Promise<queries.OverrideRow> => {
  const row = await queries.findOverride(ctx, key)
  if (!row) throw unknown(key)
  return row
}

export const updateOverride = (
  ctx: EnvironmentCtx,
  key: queries.OverrideKey,
  changes: OverrideChanges,
): Promise<queries.OverrideRow> =>
  inTransaction(ctx, async (tx) => {
    assertRootEnvironment(tx)
    const row = await queries.updateOverrideRow(tx, key, {
      ...(changes.active === undefined ? {} : { active: changes.active }),
      ...(changes.preferenceSettings ? { preferenceSettings: fillPreferences(changes.preferenceSettings) } : {}),
    })
    if (!row) throw unknown(key)
    announceChange(tx)
    return row
  })

export const deleteOverride = (ctx: EnvironmentCtx, key: queries.OverrideKey): Promise<void> =>
  inTransaction(ctx, async (tx) => {
    assertRootEnvironment(tx)
    if (!(await queries.deleteOverrideRow(tx, key))) throw unknown(key)
    announceChange(tx)
  })
