import type { ChannelProfile, updateChannelProfile as endpoint } from '@recado/contracts/whatsapp/channel-profile'
import type { z } from 'zod'
import { type CompanyCtx, inTransaction } from '#server/context.ts'
import { AppError } from '#server/http/app-error.ts'
import { asAppError } from '#server/lib/whatsapp-cloud/provider-error.ts'
import { recordAudit } from '#server/modules/shared/audit/index.ts'
import { graphClientOf } from '#server/modules/whatsapp/directory/index.ts'
import { updateChannel } from '../queries/channels.ts'
import { profileOf } from '../view.ts'
import { loadChannel } from './load.ts'
import { announceChannel } from './status.ts'

/** Changes the business profile at Meta and keeps what Meta shows then. */
export const updateProfile = async (
  ctx: CompanyCtx,
  channelId: string,
  change: z.output<typeof endpoint.body>,
): Promise<ChannelProfile> => {
  const { channel } = await loadChannel(ctx, channelId)
  if (channel.disconnectedAt) throw new AppError('channel_not_sendable', { data: { status: channel.status } })
  const client = await graphClientOf(ctx.deps, ctx.company.id, channelId)
  try {
    await client.updateBusinessProfile(channel.phoneNumberId, change)
    const profile = await client.getBusinessProfile(channel.phoneNumberId)
    return await inTransaction(ctx, async (tx) => {
      await updateChannel(tx, tx.company.id, channelId, { profile: { ...profile } })
      const target = { type: 'channel', id: channelId, label: channel.phone }
      await recordAudit(tx, { action: 'channel.updated', target, diff: { fields: Object.keys(change) } })
      announceChannel(tx, tx.company.id, channelId)
      return profileOf(profile)
    })
  } catch (error) {
    throw asAppError(error)
  }
}
