import { classifyGraphError } from '@recado/contracts/whatsapp/graph-errors'
import { canonicalPhone } from '@recado/contracts/whatsapp/phone'
import type {
  EchoEvent,
  HistoryMessage,
  InboundMessageEvent,
  MessageStatusEvent,
  WebhookEvent,
  WhatsappUser,
} from '#server/lib/whatsapp-cloud/webhook-types.ts'
import { opensWindow, windowEnd } from '#server/lib/whatsapp-cloud/window.ts'
import type { UserKey } from '#server/modules/contacts/contacts/index.ts'
import type { IncomingMessage } from '#server/modules/inbox/messages/index.ts'
import type { Incoming } from './incoming.ts'
import { shownContent, shownExtras } from './incoming-content.ts'

/** The channel that events belong to. */
export type ChannelPlace = { id: string; companyId: string; scope: string }

const MOST_AHEAD_MS = 5 * 60_000

/** The instant of an event; that of arrival when it gives none, or one that lies in the future. */
const instantOf = (at: Date | null, receivedAt: Date): Date =>
  at === null || at.getTime() > receivedAt.getTime() + MOST_AHEAD_MS ? receivedAt : at

/**
 * The place of a live message in the timeline. Meta's timestamps are whole seconds; within that second the arrival
 * orders it, so that it does not slip before what the team did just before.
 */
const placeOf = (at: Date | null, receivedAt: Date): Date => {
  const instant = instantOf(at, receivedAt)
  const later = receivedAt.getTime() - instant.getTime()
  return new Date(instant.getTime() + Math.min(999, Math.max(0, later)))
}

const userKey = (channel: ChannelPlace, user: WhatsappUser): UserKey => ({
  companyId: channel.companyId,
  scope: channel.scope,
  phone: user.phone === null ? null : canonicalPhone(user.phone),
  waId: user.phone,
  bsuid: user.bsuid,
  parentBsuid: user.parentBsuid,
  username: user.username,
  profileName: user.name,
})

const isKnown = (user: Pick<UserKey, 'phone' | 'bsuid'>) => user.phone !== null || user.bsuid !== null

type Facts = InboundMessageEvent | EchoEvent | HistoryMessage
type Origin = Pick<IncomingMessage, 'origin' | 'quiet' | 'status'> & { person: WhatsappUser; opens: boolean }

const messageItems = (channel: ChannelPlace, facts: Facts, receivedAt: Date, from: Origin): Incoming[] => {
  const { person, opens, ...origin } = from
  const user = userKey(channel, person)
  const place = { companyId: channel.companyId, channelId: channel.id }
  const said = instantOf(facts.timestamp, receivedAt)
  const occurredAt = origin.quiet ? said : placeOf(facts.timestamp, receivedAt)
  const { content } = facts
  if (content.kind === 'reaction') {
    const actor = origin.origin === 'contact' ? 'contact' : 'business'
    return [
      {
        kind: 'reaction',
        ...place,
        targetWamid: content.targetWamid,
        actor,
        emoji: content.emoji ?? '',
        at: occurredAt,
      },
    ]
  }
  if (content.kind === 'edit' || content.kind === 'revoke') {
    const inner = content.kind === 'edit' && content.content ? shownContent(content.content, {}) : null
    const change = content.kind === 'edit' ? 'edited' : 'revoked'
    const body = inner?.body ?? null
    return [{ kind: 'change', ...place, targetWamid: content.originalWamid, change, at: occurredAt, body }]
  }
  const shown = shownContent(content, facts.raw)
  if (!shown || !isKnown(user)) return []
  const referral = 'referral' in facts ? facts.referral : null
  const errors = facts.errors.length > 0 ? { errors: facts.errors } : {}
  const isOpening = opens && facts.timestamp !== null && opensWindow(content)
  return [
    {
      kind: 'message',
      ...place,
      ...shown,
      ...origin,
      user,
      wamid: facts.wamid,
      occurredAt,
      payload: { ...shown.payload, ...shownExtras(facts.context, referral), ...errors },
      replyToWamid: facts.context?.wamid ?? null,
      windowEnd: isOpening ? windowEnd(said) : null,
    },
  ]
}

const personItems = (channel: ChannelPlace, event: InboundMessageEvent): Incoming[] => {
  if (event.content.kind !== 'system') return []
  const { phone, bsuid, parentBsuid } = event.content.newUser
  const user = userKey(channel, event.from)
  if (!isKnown(user) || (phone === null && bsuid === null)) return []
  const after = { phone: phone === null ? null : canonicalPhone(phone), waId: phone, bsuid, parentBsuid }
  return [{ kind: 'person', user, after }]
}

/** Meta names the end of a free entry point with the first message of it; the length has changed before (reference §2.5). */
const freeEntryEndOf = ({ conversation, pricing }: MessageStatusEvent): string | null => {
  const isFree = pricing?.type === 'free_entry_point' || conversation?.origin === 'referral_conversion'
  return isFree ? (conversation?.expiresAt?.toISOString() ?? null) : null
}

const statusItem = (channel: ChannelPlace, event: MessageStatusEvent, receivedAt: Date): Incoming => {
  const error = event.errors[0]
  return {
    kind: 'status',
    companyId: channel.companyId,
    channelId: channel.id,
    wamid: event.wamid,
    messageId: event.callbackData,
    status: event.status,
    at: instantOf(event.timestamp, receivedAt),
    errorCode: error?.code ?? null,
    errorClass: error ? classifyGraphError(error.code).errorClass : null,
    errorDetails: error ? (error.details ?? error.message ?? error.title) : null,
    pricingCategory: event.pricing?.category ?? null,
    pricingType: event.pricing?.type ?? null,
    freeEntryEndsAt: freeEntryEndOf(event),
    detail: error ? { errors: event.errors } : null,
  }
}

const isOutgoing = (message: HistoryMessage) => message.to.phone !== null || message.to.bsuid !== null
const historyStatuses: Readonly<Record<string, IncomingMessage['status']>> = {
  SENT: 'sent',
  DELIVERED: 'delivered',
  READ: 'read',
  PLAYED: 'played',
  ERROR: 'failed',
}

const threadUser = (message: HistoryMessage): WhatsappUser => {
  const person = isOutgoing(message) ? message.to : message.from
  const digits = message.threadId.replace(/\D/g, '')
  return person.phone === null && person.bsuid === null && digits !== '' ? { ...person, phone: digits } : person
}

const historyItems = (channel: ChannelPlace, message: HistoryMessage, receivedAt: Date): Incoming[] => {
  const origin = isOutgoing(message)
    ? ({ origin: 'phone_app', status: historyStatuses[message.status?.toUpperCase() ?? ''] ?? 'sent' } as const)
    : ({ origin: 'contact', status: 'received' } as const)
  const person = threadUser(message)
  return messageItems(channel, message, receivedAt, { ...origin, person, quiet: true, opens: false })
}

/** What an event of a channel means for its chats; nothing for events of other kinds and for groups. */
export const incomingOf = (channel: ChannelPlace, event: WebhookEvent, receivedAt: Date): Incoming[] => {
  switch (event.kind) {
    case 'inboundMessage': {
      if (event.groupId !== null) return []
      const from = { origin: 'contact', quiet: false, status: 'received', person: event.from, opens: true } as const
      // The notice of a changed number is a line of the chat as well; it is told before the person's records change.
      return [...messageItems(channel, event, receivedAt, from), ...personItems(channel, event)]
    }
    case 'echo': {
      if (event.groupId !== null) return []
      const from = { origin: 'phone_app', quiet: false, status: 'sent', person: event.to, opens: false } as const
      return messageItems(channel, event, receivedAt, from)
    }
    case 'history':
      return event.messages.flatMap((message) =>
        message.groupId === null ? historyItems(channel, message, receivedAt) : [],
      )
    case 'messageStatus':
      return event.groupId === null ? [statusItem(channel, event, receivedAt)] : []
    case 'contactSync': {
      const name = event.fullName ?? event.firstName
      const { phone, bsuid } = event
      const user = userKey(channel, { phone, bsuid, parentBsuid: null, username: null, name: null, countryCode: null })
      return event.action === 'add' && name !== null && isKnown(user) ? [{ kind: 'name', user, name }] : []
    }
    case 'userIdUpdate': {
      const user = {
        ...userKey(channel, event.user),
        bsuid: event.previous.bsuid,
        parentBsuid: event.previous.parentBsuid,
      }
      if (!isKnown(user)) return []
      const { bsuid, parentBsuid } = event.current
      return [{ kind: 'person', user, after: { phone: null, waId: null, bsuid, parentBsuid } }]
    }
    default:
      return []
  }
}
