/** What a browser may be told. A hint names what changed; the browser reads it from the API. */
export const hintEvents = [
  'message.created',
  'message.updated',
  'conversation.updated',
  'held.updated',
  'contact.updated',
  'channel.updated',
  'member.updated',
  'template.updated',
  'task.updated',
  'desk.updated',
  'company.access_changed',
  'session.changed',
] as const
export type HintEvent = (typeof hintEvents)[number]

export type Hint = {
  event: HintEvent
  companyId?: string
  /** Conversations concerned, for message and conversation hints. */
  conversationIds?: string[]
  ids?: string[]
}

/** A hint with its place in the stream of one server process; `epoch` names that stream. */
export type SequencedHint = Hint & { seq: number }
export type HintBatch = { epoch: string; hints: SequencedHint[] }
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
  /** Sent on connecting: where the stream is now. `resumed` tells whether everything missed follows as hints. */
  hello: (place: { epoch: string; seq: number; resumed: boolean }) => void
  hints: (batch: HintBatch) => void
  /** Something was missed that cannot be told any more: read everything shown again. */
  refetch: () => void
}
