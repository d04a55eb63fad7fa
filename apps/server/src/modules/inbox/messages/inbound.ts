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

/** Whether it is only a survey response, which needs no answer. */
export const isSurveyAnswer = (message: Pick<IncomingMessage, 'type' | 'payload'>): boolean =>
  tappedId(message)?.startsWith(surveyPrefix) === true

/** What ids of buttons begin with by which customers confirm that they want marketing, or decline. */
export const optInPrefix = 'opt-in:'

/** Whether it answers a question of the product by a tap, which no member has to answer. */
export const isTappedAnswer = (message: Pick<IncomingMessage, 'type' | 'payload'>): boolean =>
  isSurveyAnswer(message) || tappedId(message)?.startsWith(optInPrefix) === true
