import { inTransaction } from '#server/context.ts'
import { announceChange, type EnvironmentCtx } from '#server/notifications/shared/context.ts'
import { conflict, notFound } from '#server/notifications/shared/errors.ts'
import { createNotificationId } from '#server/notifications/shared/ids.ts'
import { recordChange } from '../changes/record.ts'
import * as queries from './queries.ts'

/** Makes a feed; its name is its identifier. */
export const createFeed = (ctx: EnvironmentCtx, name: string): Promise<queries.FeedRow> =>
  inTransaction(ctx, async (tx) => {
    const row = await queries.insertFeed(tx, { id: createNotificationId(), name, identifier: name })
    if (!row) throw conflict(`A feed with the identifier ${name} exists already`)
    await recordChange(tx, { type: 'Feed', entityId: row.id, snapshot: { name, identifier: name } })
    announceChange(tx)
    return row
  })

/** Takes a feed away. Messages in it stay, and are found without a feed. */
export const deleteFeed = (ctx: EnvironmentCtx, id: string): Promise<void> =>
  inTransaction(ctx, async (tx) => {
    if (!(await queries.deleteFeedRow(tx, id))) throw notFound(`Feed with id ${id} not found`)
    await recordChange(tx, { type: 'Feed', entityId: id, snapshot: null })
    announceChange(tx)
  })
