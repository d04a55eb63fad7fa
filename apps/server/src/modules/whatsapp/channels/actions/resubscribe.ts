import type { Ctx } from '#server/context.ts'
import type { GraphClient } from '#server/lib/whatsapp-cloud/client.ts'
import { asAppError } from '#server/lib/whatsapp-cloud/provider-error.ts'
import { graphClientFor } from '#server/modules/whatsapp/directory/index.ts'
import { readAppSubscriptions, subscribeApp, webhookFields } from '#server/modules/whatsapp/meta-app/index.ts'
import * as queries from '../queries/channels.ts'
import { checkHealth } from './health.ts'

/**
 * Subscribes to an account's webhooks again, and the platform's app to the fields that it lacks; a company's own app is left
 * to the company. Throws `GraphError`.
 */
export const subscribeAnew = async (ctx: Ctx, client: GraphClient, account: queries.AccountRow): Promise<void> => {
  await client.subscribe(account.wabaId)
  if (account.appSecret !== null) return
  const subscriptions = await readAppSubscriptions(ctx.deps, true)
  if (subscriptions && webhookFields.some((name) => !subscriptions.fields.has(name))) await subscribeApp(ctx.deps)
}

/** Subscribes to the webhooks of a number's account again, and looks then how the number is. */
export const resubscribe = async (ctx: Ctx, companyId: string, channelId: string): Promise<void> => {
  const found = await queries.findChannelRow(ctx, companyId, channelId)
  if (!found || found.channel.disconnectedAt || !found.account.token) return
  const client = graphClientFor(ctx.deps, ctx.deps.sealer.open(found.account.token), { patient: true })
  await subscribeAnew(ctx, client, found.account).catch((error: unknown) => Promise.reject(asAppError(error)))
  await checkHealth(ctx, companyId, channelId)
}
