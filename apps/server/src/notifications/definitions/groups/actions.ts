import { inTransaction } from '#server/context.ts'
import { announceChange, type EnvironmentCtx } from '#server/notifications/shared/context.ts'
import { conflict, notFound } from '#server/notifications/shared/errors.ts'
import { createNotificationId } from '#server/notifications/shared/ids.ts'
import { recordChange } from '../changes/record.ts'
import * as queries from './queries.ts'

const unknown = (id: string) => notFound(`Workflow group with id ${id} not found`)

const recordGroup = async (ctx: EnvironmentCtx, { id, name }: queries.GroupRow): Promise<void> => {
  await recordChange(ctx, { type: 'NotificationGroup', entityId: id, snapshot: { name } })
  announceChange(ctx)
}

export const createGroup = (ctx: EnvironmentCtx, name: string): Promise<queries.GroupRow> =>
  inTransaction(ctx, async (tx) => {
    const row = await queries.insertGroup(tx, { id: createNotificationId(), name })
    await recordGroup(tx, row)
    return row
  })

export const loadGroup = async (ctx: EnvironmentCtx, id: string): Promise<queries.GroupRow> => {
  const row = await queries.findGroup(ctx, id)
  if (!row) throw unknown(id)
  return row
}

export const renameGroup = (ctx: EnvironmentCtx, id: string, name: string): Promise<queries.GroupRow> =>
  inTransaction(ctx, async (tx) => {
    const row = await queries.updateGroupRow(tx, id, { name })
    if (!row) throw unknown(id)
    await recordGroup(tx, row)
    return row
  })

/** Takes away a group that no workflow is in. */
export const deleteGroup = (ctx: EnvironmentCtx, id: string): Promise<void> =>
  inTransaction(ctx, async (tx) => {
    const row = await queries.lockGroup(tx, id)
    if (!row) throw unknown(id)
    if (await queries.isGroupUsed(tx, id)) throw conflict('The group cannot be deleted while workflows are in it')
    await queries.deleteGroupRow(tx, id)
    await recordChange(tx, { type: 'NotificationGroup', entityId: id, snapshot: null })
    announceChange(tx)
  })
