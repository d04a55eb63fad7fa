import { errorFacts } from './error-facts.ts'
import { asInstant, asObject, asText, type Loose } from './loose-json.ts'
import {
  type MessageStatusEvent,
  type MessageStatusWord,
  messageStatusWords,
  type WebhookPlace,
} from './webhook-types.ts'
import { userWithProfile } from './whatsapp-user.ts'

const isStatusWord = (word: unknown): word is MessageStatusWord =>
  messageStatusWords.includes(word as MessageStatusWord)

const pricingOf = (status: Loose): MessageStatusEvent['pricing'] => {
  const pricing = asObject(status.pricing)
  if (!pricing) return null
  const billable = typeof pricing.billable === 'boolean' ? pricing.billable : null
  return {
    model: asText(pricing.pricing_model),
    type: asText(pricing.type),
    category: asText(pricing.category),
    billable,
  }
}

const conversationOf = (status: Loose): MessageStatusEvent['conversation'] => {
  const conversation = asObject(status.conversation)
  if (!conversation) return null
  const origin = asText(asObject(conversation.origin)?.type)
  return { id: asText(conversation.id), origin, expiresAt: asInstant(conversation.expiration_timestamp) }
}

/** One entry of `statuses`; null when it names no message or no status that we know. */
export const messageStatus = (
  status: Loose,
  place: WebhookPlace,
  contacts: readonly Loose[],
  alone: boolean,
): MessageStatusEvent | null => {
  const wamid = asText(status.id)
  if (wamid === null || !isStatusWord(status.status)) return null
  const isGroup = status.recipient_type === 'group'
  const phone = isGroup ? status.recipient_participant_id : status.recipient_id
  const userId = isGroup ? status.recipient_participant_user_id : status.recipient_user_id
  return {
    ...place,
    kind: 'messageStatus',
    wamid,
    status: status.status,
    timestamp: asInstant(status.timestamp),
    recipient: userWithProfile(phone, userId, contacts, alone),
    groupId: isGroup ? asText(status.recipient_id) : null,
    callbackData: asText(status.biz_opaque_callback_data),
    pricing: pricingOf(status),
    conversation: conversationOf(status),
    errors: errorFacts(status.errors),
    raw: status,
  }
}
