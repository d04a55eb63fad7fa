import { errorFacts } from './error-facts.ts'
import { asInstant, asList, asNumber, asObject, asObjects, asText, asWords, type Loose } from './loose-json.ts'
import { messageFields } from './message-fields.ts'
import type { HistoryMessage, WebhookEvent, WebhookPlace } from './webhook-types.ts'
import { whatsappUser } from './whatsapp-user.ts'

const historyMessage = (message: Loose, threadId: string): HistoryMessage | null => {
  const fields = messageFields(message)
  if (!fields) return null
  return {
    ...fields,
    threadId,
    from: whatsappUser({ phone: message.from, bsuid: message.from_user_id }),
    to: whatsappUser({ phone: message.to, bsuid: message.to_user_id }),
    status: asText(asObject(message.history_context)?.status),
  }
}

const threadMessages = (thread: Loose): HistoryMessage[] => {
  const threadId = asText(thread.id) ?? ''
  return asObjects(thread.messages)
    .map((message) => historyMessage(message, threadId))
    .filter((message) => message !== null)
}

/** The events of a `history` change: one per chunk; media that follows later comes as plain messages of the value. */
export const historyChange = (value: Loose, place: WebhookPlace, events: WebhookEvent[]): void => {
  for (const [index, item] of asList(value.history).entries()) {
    const chunk = asObject(item) ?? {}
    const metadata = asObject(chunk.metadata) ?? {}
    events.push({
      ...place,
      place: `${place.place}.history.${index}`,
      kind: 'history',
      phase: asNumber(metadata.phase),
      chunkOrder: asNumber(metadata.chunk_order),
      progress: asNumber(metadata.progress),
      messages: asObjects(chunk.threads).flatMap(threadMessages),
      errors: errorFacts(chunk.errors),
      raw: chunk,
    })
  }
  const late = asObjects(value.messages)
  if (late.length === 0) return
  const messages = late
    .map((message) => historyMessage(message, asText(message.from) ?? ''))
    .filter((message) => message !== null)
  const nothing = { phase: null, chunkOrder: null, progress: null, errors: [] }
  events.push({ ...place, ...nothing, place: `${place.place}.messages.0`, kind: 'history', messages, raw: value })
}

/** The events of an `smb_app_state_sync` change: one per contact of the phone's address book. */
export const contactSyncChange = (value: Loose, place: WebhookPlace, events: WebhookEvent[]): void => {
  for (const [index, item] of asList(value.state_sync).entries()) {
    const sync = asObject(item) ?? {}
    const contact = asObject(sync.contact)
    const here = { ...place, place: `${place.place}.state_sync.${index}` }
    if (!contact || (sync.action !== 'add' && sync.action !== 'remove')) {
      events.push({ ...here, kind: 'unknown', raw: item })
      continue
    }
    const { phone, bsuid } = whatsappUser({ phone: contact.phone_number, bsuid: contact.user_id })
    events.push({
      ...here,
      kind: 'contactSync',
      action: sync.action,
      phone,
      bsuid,
      fullName: asWords(contact.full_name, 'name'),
      firstName: asWords(contact.first_name, 'name'),
      timestamp: asInstant(asObject(sync.metadata)?.timestamp),
    })
  }
}
