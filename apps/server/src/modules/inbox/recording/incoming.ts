import type { UserKey } from '#server/modules/contacts/contacts/index.ts'
import type { IncomingMessage } from '#server/modules/inbox/messages/index.ts'

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
