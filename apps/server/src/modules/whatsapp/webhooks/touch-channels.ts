import type { Deps } from '#server/context.ts'
import { newsKey, type Outcome } from '#server/modules/inbox/conversations/index.ts'
import { type Sign, touchChannelRows } from '#server/modules/whatsapp/channels/index.ts'
import type { Placed } from './place-events.ts'

const EVERY_MS = 5000

const seen = new WeakMap<Deps, Map<string, number>>()

type ChatEvent = Placed['chat'][number]['event']

/** Seconds that the webhook took; what is told of the past, or once more, says nothing about how fast webhooks come. */
const lagOf = (channelId: string, event: ChatEvent, at: Date, { news }: Pick<Outcome, 'news'>): number | null => {
  if (event.kind !== 'inboundMessage' && event.kind !== 'messageStatus') return null
  return event.timestamp && news.has(newsKey(channelId, event.wamid))
    ? Math.max(0, Math.round((at.getTime() - event.timestamp.getTime()) / 1000))
    : null
}

const signOf = (id: string, event: ChatEvent, at: Date, outcome: Pick<Outcome, 'news'>): Sign => ({
  id,
  inbound: event.kind === 'inboundMessage',
  app: event.kind === 'echo' || event.kind === 'contactSync',
  at,
  lagSeconds: lagOf(id, event, at, outcome),
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
export const touchChannels = (deps: Deps, placed: readonly Placed[], outcome: Outcome): void => {
  const last = seen.get(deps) ?? new Map<string, number>()
  seen.set(deps, last)
  const due = new Map<string, Sign>()
  const now = deps.now().getTime()
  for (const { chat, stored } of placed) {
    if (stored.repeated) continue
    for (const { channel, event } of chat) {
      const sign = signOf(channel.id, event, stored.receivedAt, outcome)
      const key = `${channel.id} ${sign.inbound} ${sign.app}`
      if (now - (last.get(key) ?? 0) < EVERY_MS) continue
      last.set(key, now)
      due.set(channel.id, together(sign, due.get(channel.id)))
    }
  }
  if (due.size === 0) return
  touchChannelRows(deps.database.pool, [...due.values()]).catch((err: unknown) =>
    deps.log.warn({ err }, 'channels could not be marked as alive'),
  )
}
