import { type Ctx, inTransaction } from '#server/context.ts'
import { listLiveChannelsOfAccount } from '../queries/channels.ts'
import { changeChannelStatus, type StatusChange } from './status.ts'

export type Stop = {
  companyId: string
  accountId: string
  /** Null for every number of the account. */
  channelId: string | null
  change: StatusChange
}

/** Moves a channel, or all of an account, to a status because of what Meta answered to a call. */
export const stopChannels = (ctx: Ctx, stop: Stop): Promise<void> =>
  inTransaction(ctx, async (tx) => {
    const rows = await listLiveChannelsOfAccount(tx, stop.companyId, stop.accountId)
    const concerned = rows.filter((row) => stop.channelId === null || row.id === stop.channelId)
    for (const { id } of concerned.sort((a, b) => (a.id < b.id ? -1 : 1)))
      await changeChannelStatus(tx, stop.companyId, id, stop.change)
  })
