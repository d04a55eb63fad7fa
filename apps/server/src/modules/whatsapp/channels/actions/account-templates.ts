import type { Ctx } from '#server/context.ts'
import { AppError } from '#server/http/app-error.ts'
import { syncAccountTemplates as syncAccount } from '#server/modules/whatsapp/templates/index.ts'
import { findChannelRow } from '../queries/channels.ts'

/** Reads all templates of a channel's account from Meta. Throws `provider_error`. */
export const syncAccountTemplates = async (ctx: Ctx, companyId: string, channelId: string): Promise<void> => {
  const found = await findChannelRow(ctx, companyId, channelId)
  if (!found) throw new AppError('not_found')
  await syncAccount(ctx, companyId, found.account.id)
}
