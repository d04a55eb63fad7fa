import type { Ctx } from '#server/context.ts'
import { asAppError } from '#server/lib/whatsapp-cloud/provider-error.ts'
import { graphClientFor } from '../directory.ts'
import * as queries from '../queries/channels.ts'
import { checkHealth } from './health.ts'

/** Subscribes to the webhooks of a number's account anew, and looks then how the number is. */
export const resubscribe = async (ctx: Ctx, companyId: string, channelId: string): Promise<void> => {
  const found = await queries.findChannelRow(ctx, companyId, channelId)
  if (!found || found.channel.disconnectedAt || !found.account.token) return
  const client = graphClientFor(ctx.deps, ctx.deps.sealer.open(found.account.token))
  await client.subscribe(found.account.wabaId).catch((error: unknown) => Promise.reject(asAppError(error)))
  await checkHealth(ctx, companyId, channelId)
}
