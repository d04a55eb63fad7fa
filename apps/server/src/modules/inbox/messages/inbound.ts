import type { MessageType } from '@recado/contracts/inbox/messages'
import type { InboundMedia } from '#server/lib/whatsapp-cloud/webhook-types.ts'
import type { UserKey } from '#server/modules/contacts/contacts/index.ts'

/** A message that came by webhook, ready to become a row. */
export type IncomingMessage = {
  companyId: string
  channelId: string
  user: UserKey
  wamid: string
  occurredAt: Date
  /** `phone_app` for what the owner typed on the phone; `quiet` for history, which changes nothing that people watch. */
  origin: 'contact' | 'phone_app'
  quiet: boolean
  type: MessageType
  body: string | null
  payload: Record<string, unknown>
  media: InboundMedia | null
  replyToWamid: string | null
  /** End of the customer service window that it opens; null when it opens none. */
  windowEnd: Date | null
  /** For history: how far the message had come. */
  status: 'received' | 'sent' | 'delivered' | 'read' | 'played' | 'failed'
}

/** What ids of buttons and rows begin with by which customers say how they were served. */
export const surveyPrefix = 'csat:'

/** The id of what the customer tapped; null when the message is none of that. */
export const tappedId = ({ type, payload }: Pick<IncomingMessage, 'type' | 'payload'>): string | null => {
  const part = type === 'interactive' ? payload['interactive'] : type === 'button' ? payload['button'] : null
  if (typeof part !== 'object' || part === null) return null
  const id = 'id' in part ? part.id : 'payload' in part ? part.payload : null
  return typeof id === 'string' ? id : null
}

/** Whether it only says how the customer was served: nobody has to answer that. */
export const isSurveyAnswer = (message: Pick<IncomingMessage, 'type' | 'payload'>): boolean =>
  tappedId(message)?.startsWith(surveyPrefix) === true

export type IncomingReaction = {
  companyId: string
  channelId: string
  targetWamid: string
  actor: 'contact' | 'business'
  emoji: string
  at: Date
}

/** An edit or a deletion of a message by its author. */
export type IncomingChange = {
  companyId: string
  channelId: string
  targetWamid: string
  change: 'edited' | 'revoked'
  at: Date
  body: string | null
}

export type IncomingStatus = {
  companyId: string
  channelId: string
  wamid: string
  /** Our own message id, when we gave one. */
  messageId: string | null
  status: 'sent' | 'delivered' | 'read' | 'played' | 'failed'
  at: Date
  errorCode: number | null
  errorClass: string | null
  errorDetails: string | null
  pricingCategory: string | null
  pricingType: string | null
  /** For people who came by an advertisement: until when messages to them are free, as an ISO instant. */
  freeEntryEndsAt: string | null
  detail: Record<string, unknown> | null
}

export type PersonChange = {
  user: UserKey
  after: Pick<UserKey, 'phone' | 'waId' | 'bsuid' | 'parentBsuid'>
}

/** The name under which the owner of the number keeps a person on the phone. */
export type AddressBookName = { user: UserKey; name: string }

/** What webhooks say about chats, in the order in which it was said. */
export type Incoming =
  | ({ kind: 'message' } & IncomingMessage)
  | ({ kind: 'reaction' } & IncomingReaction)
  | ({ kind: 'change' } & IncomingChange)
  | ({ kind: 'status' } & IncomingStatus)
  | ({ kind: 'person' } & PersonChange)
  | ({ kind: 'name' } & AddressBookName)
