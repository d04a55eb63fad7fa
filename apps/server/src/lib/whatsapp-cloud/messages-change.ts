import { errorFacts } from './error-facts.ts'
import { asList, asObject, asObjects, asText, type Loose } from './loose-json.ts'
import { messageFields, referralOf } from './message-fields.ts'
import { messageStatus } from './message-status.ts'
import type { WebhookEvent, WebhookPlace } from './webhook-types.ts'
import { userWithProfile, whatsappUser } from './whatsapp-user.ts'

const at = (place: WebhookPlace, list: string, index: number): WebhookPlace => ({
  wabaId: place.wabaId,
  phoneNumberId: place.phoneNumberId,
  displayPhoneNumber: place.displayPhoneNumber,
  field: place.field,
  place: `${place.place}.${list}.${index}`,
})

const inbound = (item: unknown, place: WebhookPlace, contacts: Loose[], alone: boolean): WebhookEvent => {
  const message = asObject(item)
  const fields = message && messageFields(message)
  if (!message || !fields) return { ...place, kind: 'unknown', raw: item }
  const identityHash = asText(asObject(message.identity)?.hash)
  const from = userWithProfile(message.from, message.from_user_id, contacts, alone && fields.type !== 'system')
  return { ...place, ...fields, kind: 'inboundMessage', from, referral: referralOf(message), identityHash }
}

const echo = (item: unknown, place: WebhookPlace, contacts: Loose[], alone: boolean): WebhookEvent => {
  const message = asObject(item)
  const fields = message && messageFields(message)
  if (!message || !fields) return { ...place, kind: 'unknown', raw: item }
  const from = whatsappUser({ phone: message.from })
  return {
    ...place,
    ...fields,
    kind: 'echo',
    from,
    to: userWithProfile(message.to, message.to_user_id, contacts, alone),
  }
}

/** The events of a `messages` or echo change: every message, every status, every error of the value. */
export const messagesChange = (value: Loose, place: WebhookPlace, events: WebhookEvent[]): void => {
  const contacts = asObjects(value.contacts)
  const messages = asList(value.messages)
  const statuses = asList(value.statuses)
  const echoes = asList(value.message_echoes)
  const alone = messages.length + statuses.length + echoes.length === 1
  for (const [index, item] of messages.entries())
    events.push(inbound(item, at(place, 'messages', index), contacts, alone))
  for (const [index, item] of echoes.entries())
    events.push(echo(item, at(place, 'message_echoes', index), contacts, alone))
  for (const [index, item] of statuses.entries()) {
    const here = at(place, 'statuses', index)
    const status = asObject(item)
    events.push((status && messageStatus(status, here, contacts, alone)) ?? { ...here, kind: 'unknown', raw: item })
  }
  if (Array.isArray(value.errors)) {
    const errors = errorFacts(value.errors)
    events.push({ ...at(place, 'errors', 0), kind: 'valueErrors', errors })
  }
}
