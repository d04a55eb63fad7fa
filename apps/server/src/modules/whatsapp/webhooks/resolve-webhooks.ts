import type { Deps } from '#server/context.ts'
import type { WebhookEvent } from '#server/lib/whatsapp-cloud/webhook-types.ts'
import { type ChannelRef, findAccountsByWaba, findChannelsByNumbers } from '#server/modules/whatsapp/directory/index.ts'
import { findFormerOwners } from './former-owners.ts'
import type { EventRef, StoredEvent } from './queries/events.ts'
import { summaryOf } from './summary.ts'

export type Parsed = { stored: StoredEvent; events: WebhookEvent[] }

/** The events of a body with the channels they belong to. */
export type ResolvedWebhook = {
  stored: StoredEvent
  /** What is said of chats, in order. */
  channelEvents: { channel: ChannelRef; event: WebhookEvent }[]
  /** Events of an account, its templates or a number's standing. */
  accountEvents: WebhookEvent[]
  refs: EventRef[]
}

const chatKinds: ReadonlySet<WebhookEvent['kind']> = new Set([
  'inboundMessage',
  'echo',
  'messageStatus',
  'history',
  'contactSync',
  'userIdUpdate',
  'userPreference',
])

/** One event of each kind that tells that the past or the contacts of a phone app came, or that they were declined. */
const signsOfSync = (events: readonly WebhookEvent[]): WebhookEvent[] => {
  const past = events.filter((event) => event.kind === 'history')
  const signs = [past.find(({ errors }) => errors.length > 0) ?? past[0]]
  return [...signs, events.find((event) => event.kind === 'contactSync')].filter((event) => event !== undefined)
}

const idsOf = (parsed: readonly Parsed[], pick: (event: WebhookEvent) => string | null) => [
  ...new Set(parsed.flatMap(({ events }) => events.flatMap((event) => pick(event) ?? []))),
]

/** Whether the app that signed the body may speak for this account: the platform's for all, a company's own for its own. */
const maySpeak = (stored: StoredEvent, accountId: string) => stored.accountId === null || stored.accountId === accountId

const refsOf = ({ stored, events }: Parsed, channelOf: (event: WebhookEvent) => ChannelRef | undefined): EventRef[] => {
  const refs = new Map<string, EventRef & { events: WebhookEvent[] }>()
  for (const event of events) {
    const channel = channelOf(event)
    if (!channel) continue
    const key = `${channel.id} ${event.field}`
    const known = refs.get(key)
    if (known) {
      known.events.push(event)
      continue
    }
    const { companyId, id: channelId } = channel
    const { id: eventId, receivedAt } = stored
    refs.set(key, { companyId, channelId, eventId, field: event.field, summary: '', receivedAt, events: [event] })
  }
  return [...refs.values()].map(({ events: about, ...ref }) => ({ ...ref, summary: summaryOf(about) }))
}

/**
 * Finds the channels that bodies speak of. Numbers and accounts that no one has connected are left out. What is told of a
 * message from before a number was moved goes to the channel that has the message, and into no one's log: the rest of the
 * body is not that company's.
 */
export const resolveWebhooks = async (deps: Deps, parsed: readonly Parsed[]): Promise<ResolvedWebhook[]> => {
  const channels = await findChannelsByNumbers(
    deps,
    idsOf(parsed, (event) => event.phoneNumberId),
  )
  const others = parsed.map((one) => ({ ...one, events: one.events.filter((event) => !chatKinds.has(event.kind)) }))
  const accounts = await findAccountsByWaba(
    deps,
    idsOf(others, (event) => event.wabaId),
  )
  const formerOwners = await findFormerOwners(
    deps,
    parsed.flatMap(({ stored, events }) => events.map((event) => ({ event, accountId: stored.accountId }))),
  )
  return parsed.map((one) => {
    const channelOf = (event: WebhookEvent) => {
      if (event.phoneNumberId === null || formerOwners.has(event)) return undefined
      const channel = channels.get(event.phoneNumberId)
      return channel && maySpeak(one.stored, channel.accountId) ? channel : undefined
    }
    const speaksForAccount = (event: WebhookEvent) =>
      channelOf(event) !== undefined ||
      (event.wabaId !== null && (accounts.get(event.wabaId) ?? []).some((account) => maySpeak(one.stored, account.id)))
    return {
      stored: one.stored,
      channelEvents: one.events.flatMap((event) => {
        const channel = chatKinds.has(event.kind) ? (formerOwners.get(event) ?? channelOf(event)) : undefined
        return channel ? [{ channel, event }] : []
      }),
      accountEvents: [...one.events.filter((event) => !chatKinds.has(event.kind)), ...signsOfSync(one.events)].filter(
        speaksForAccount,
      ),
      refs: refsOf(one, channelOf),
    }
  })
}
