/** What a browser may be told. A change event names what changed; the browser reads it from the API. */
export const changeEvents = [
  'message.created',
  'message.updated',
  'conversation.updated',
  'held.updated',
  'contact.updated',
  'duplicate.updated',
  'import.updated',
  'campaign.updated',
  'automation.updated',
  'channel.updated',
  'member.updated',
  'template.updated',
  'webhook_endpoint.updated',
  'webhook_integration.updated',
  'task.updated',
  'settings.updated',
  'announcement.updated',
  'company.access_changed',
  'session.changed',
] as const
export type ChangeEventName = (typeof changeEvents)[number]

export type ChangeEvent = {
  event: ChangeEventName
  companyId?: string
  /** Conversations concerned, for message and conversation change events. */
  conversationIds?: string[]
  ids?: string[]
}

/** A change event with its place in the stream of one server process; `epoch` names that stream. */
export type SequencedChangeEvent = ChangeEvent & { seq: number }
export type ChangeEventBatch = { epoch: string; hints: SequencedChangeEvent[] }
/** What the client sends when it connects again: the last place it has seen. */
export type ResumePoint = { epoch: string; seq: number } | null

/** The product's own socket; `/socket.io` is where the published clients of the notification service connect. */
export const socketPath = '/live'

/** Who has a conversation open, and who of them is writing. Not stored, not sequenced. */
export type ConversationViewers = {
  conversationId: string
  viewers: { userId: string; name: string; typing: boolean }[]
}

/** What a browser says of itself. `viewing` without an id: no conversation is open. */
export type ClientToServer = {
  viewing: (place: { conversationId: string | null; typing: boolean }) => void
}

/** Why a socket is refused when its session, or its person, has as many as they may. */
export const tooManySockets = 'too_many_sockets'

export type ServerToClient = {
  viewers: (state: ConversationViewers) => void
  /** Sent on connecting: where the stream is now. `resumed` tells whether everything missed follows as change events. */
  hello: (place: { epoch: string; seq: number; resumed: boolean }) => void
  hints: (batch: ChangeEventBatch) => void
  /** Something was missed that cannot be told any more: read everything shown again. */
  refetch: () => void
}
