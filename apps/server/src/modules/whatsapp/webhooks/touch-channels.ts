import type { Deps } from '#server/context.ts'
import { perDeps } from '#server/lib/per-deps.ts'
import { createTokenBuckets } from '#server/lib/token-bucket.ts'
import { type Sign, touchChannelRows } from '#server/modules/whatsapp/channels/index.ts'
import type { News } from './handlers.ts'
import type { ResolvedWebhook } from './resolve-webhooks.ts'

const EVERY_SECONDS = 5

const signsOf = perDeps((deps: Deps) =>
  createTokenBuckets({ capacity: 1, refillSeconds: EVERY_SECONDS, now: () => deps.now().getTime() }),
)

type ChannelEvent = ResolvedWebhook['channelEvents'][number]['event']

const keyOf = ({ channelId, wamid }: News): string => `${channelId} ${wamid}`

/** Seconds that the webhook took; what is told of the past, or once more, says nothing about how fast webhooks come. */
const lagOf = (channelId: string, event: ChannelEvent, at: Date, news: ReadonlySet<string>): number | null => {
  if (event.kind !== 'inboundMessage' && event.kind !== 'messageStatus') return null
  return event.timestamp && news.has(keyOf({ channelId, wamid: event.wamid }))
    ? Math.max(0, Math.round((at.getTime() - event.timestamp.getTime()) / 1000))
    : null
}

const signOf = (id: string, event: ChannelEvent, at: Date, news: ReadonlySet<string>): Sign => ({
  id,
  inbound: event.kind === 'inboundMessage',
  app: event.kind === 'echo' || event.kind === 'contactSync',
  at,
  lagSeconds: lagOf(id, event, at, news),
})

const together = (sign: Sign, known: Sign | undefined): Sign => ({
  id: sign.id,
  inbound: sign.inbound || known?.inbound === true,
  app: sign.app || known?.app === true,
  at: known && known.at > sign.at ? known.at : sign.at,
  lagSeconds: sign.lagSeconds ?? known?.lagSeconds ?? null,
})

/**
 * Notes on the channels that they are alive: at most every five seconds each, and outside of the batch's transaction. A
 * body that is replayed tells nothing of now.
 */
export const touchChannels = (deps: Deps, webhooks: readonly ResolvedWebhook[], news: readonly News[]): void => {
  const signs = signsOf(deps)
  const due = new Map<string, Sign>()
  const first = new Set(news.map(keyOf))
  for (const { channelEvents, stored } of webhooks) {
    if (stored.repeated) continue
    for (const { channel, event } of channelEvents) {
      const sign = signOf(channel.id, event, stored.receivedAt, first)
      if (signs.take(`${channel.id} ${sign.inbound} ${sign.app}`) > 0) continue
      due.set(channel.id, together(sign, due.get(channel.id)))
    }
  }
  if (due.size === 0) return
  touchChannelRows(deps.database.pool, [...due.values()]).catch((err: unknown) =>
    deps.log.warn({ err }, 'channels could not be marked as alive'),
  )
}
