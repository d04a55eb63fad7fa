import type { PoolClient } from 'pg'
import type { Ctx } from '#server/context.ts'
import { applyAccountEvents } from '#server/modules/whatsapp/channels/index.ts'
import type { News } from './handlers.ts'
import type { ResolvedWebhook } from './resolve-webhooks.ts'

/** Writes what webhooks say, in the transaction that takes them; `client` is the connection of `tx`. */
export const recordWebhooks = async (
  tx: Ctx,
  client: PoolClient,
  webhooks: readonly ResolvedWebhook[],
): Promise<News[]> => {
  const news: News[] = []
  for (const { record } of tx.deps.handlers.webhook) news.push(...(await record(tx, client, webhooks)))
  for (const { accountEvents, stored } of webhooks) {
    // What an account was like then is no news: a replay must not bring back an old status.
    if (accountEvents.length === 0 || stored.repeated) continue
    await applyAccountEvents(tx, accountEvents, stored.accountId)
  }
  return news
}
