import type { Ctx } from '#server/context.ts'
import { scopeOf } from '#server/modules/whatsapp/directory/index.ts'
import { readAppSubscriptions, webhookFields } from '#server/modules/whatsapp/meta-app/index.ts'
import type { LocalFacts } from '../health-checks.ts'
import { limitSize } from '../policy.ts'
import type { ChannelWithAccount } from '../queries/channels.ts'
import { countReached, findTemplatesSyncedAt } from '../queries/facts.ts'

const DAY_MS = 86_400_000

const limitUsed = async (ctx: Ctx, { channel, account }: ChannelWithAccount): Promise<number | null> => {
  const size = limitSize(channel.messagingLimit)
  if (size === null) return null
  return (await countReached(ctx, scopeOf(account), new Date(ctx.now().getTime() - DAY_MS))) / size
}

/** What we know of a channel without asking Meta about it; the fields of the platform's app are asked for now and then. */
export const localFacts = async (ctx: Ctx, found: ChannelWithAccount): Promise<LocalFacts> => {
  const { channel, account } = found
  const hasOwnApp = account.appSecret !== null
  const subscriptions = hasOwnApp ? null : await readAppSubscriptions(ctx.deps)
  const { paymentFailedAt: failed, paymentFixedAt: fixed } = account
  return {
    coexistence: channel.kind === 'coexistence',
    connectedAt: channel.createdAt,
    lastEventAt: channel.lastEventAt,
    unheardSince: channel.unheardSince,
    lastAppEventAt: channel.lastAppEventAt,
    lagSeconds: channel.webhookLagSeconds,
    templatesSyncedAt: await findTemplatesSyncedAt(ctx, account.id),
    unpaidSince: failed && (!fixed || failed > fixed) ? failed : null,
    limitUsed: await limitUsed(ctx, found),
    missingFields: subscriptions && webhookFields.filter((name) => !subscriptions.fields.has(name)),
    hasOwnApp,
  }
}
