import { errorFacts } from './error-facts.ts'
import { asInstant, asObject, asText, asWords, type Loose } from './loose-json.ts'
import { messageContent } from './message-content.ts'
import type { ErrorFact, MessageContext, MessageFields, Referral } from './webhook-types.ts'

const none: ErrorFact[] = []

const contextOf = (message: Loose): MessageContext | null => {
  const context = asObject(message.context)
  if (!context) return null
  const product = asObject(context.referred_product)
  return {
    wamid: asText(context.id) ?? asText(context.message_id),
    from: asText(context.from),
    forwarded: context.forwarded === true || context.frequently_forwarded === true,
    frequentlyForwarded: context.frequently_forwarded === true,
    product: product && { catalogId: asText(product.catalog_id), productId: asText(product.product_retailer_id) },
  }
}

/** The ad or post that a first message came from, null for other messages. */
export const referralOf = (message: Loose): Referral | null => {
  const referral = asObject(message.referral)
  if (!referral) return null
  return {
    sourceType: asText(referral.source_type),
    sourceId: asText(referral.source_id),
    sourceUrl: asText(referral.source_url),
    headline: asWords(referral.headline),
    body: asWords(referral.body),
    mediaType: asText(referral.media_type),
    mediaUrl: asText(referral.image_url) ?? asText(referral.video_url),
    thumbnailUrl: asText(referral.thumbnail_url),
    clickId: asText(referral.ctwa_clid),
    welcomeText: asWords(asObject(referral.welcome_message)?.text),
  }
}

/** The part that inbound messages, echoes and history messages share; null without an id. */
export const messageFields = (message: Loose): MessageFields | null => {
  const wamid = asText(message.id)
  if (wamid === null) return null
  return {
    wamid,
    timestamp: asInstant(message.timestamp),
    type: asText(message.type) ?? 'unknown',
    content: messageContent(message),
    groupId: asText(message.group_id),
    context: contextOf(message),
    errors: message.errors === undefined ? none : errorFacts(message.errors),
    raw: message,
  }
}
