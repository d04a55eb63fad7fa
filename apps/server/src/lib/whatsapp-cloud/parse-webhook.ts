import {
  accountAlertChange,
  accountReviewChange,
  accountUpdateChange,
  businessCapabilityChange,
  phoneNameChange,
  phoneQualityChange,
  securityChange,
} from './account-changes.ts'
import { contactSyncChange, historyChange } from './coexistence-changes.ts'
import { asList, asObject, asText, type Loose } from './loose-json.ts'
import { messagesChange } from './messages-change.ts'
import { parseGraphJson } from './parse-graph-json.ts'
import {
  templateCategoryChange,
  templateComponentsChange,
  templateQualityChange,
  templateStatusChange,
} from './template-changes.ts'
import { userIdUpdateChange, userPreferencesChange } from './user-changes.ts'
import type { WebhookEvent, WebhookPlace } from './webhook-types.ts'

type ListReader = (value: Loose, place: WebhookPlace, events: WebhookEvent[]) => void

const one =
  (read: (value: Loose, place: WebhookPlace) => WebhookEvent): ListReader =>
  (value, place, events) => {
    events.push(read(value, place))
  }

const readers: ReadonlyMap<string, ListReader> = new Map<string, ListReader>([
  ['messages', messagesChange],
  ['message_echoes', messagesChange],
  ['smb_message_echoes', messagesChange],
  ['history', historyChange],
  ['smb_app_state_sync', contactSyncChange],
  ['user_preferences', userPreferencesChange],
  ['user_id_update', userIdUpdateChange],
  ['message_template_status_update', one(templateStatusChange)],
  ['message_template_quality_update', one(templateQualityChange)],
  ['message_template_components_update', one(templateComponentsChange)],
  ['template_category_update', one(templateCategoryChange)],
  ['phone_number_quality_update', one(phoneQualityChange)],
  ['phone_number_name_update', one(phoneNameChange)],
  ['account_update', one(accountUpdateChange)],
  ['account_alerts', one(accountAlertChange)],
  ['account_review_update', one(accountReviewChange)],
  ['business_capability_update', one(businessCapabilityChange)],
  ['security', one(securityChange)],
])

const nowhere: WebhookPlace = { wabaId: null, phoneNumberId: null, displayPhoneNumber: null, field: '', place: '' }

const readChange = (change: unknown, wabaId: string | null, place: string, events: WebhookEvent[]): void => {
  const object = asObject(change)
  const field = asText(object?.field) ?? ''
  const value = asObject(object?.value)
  const metadata = asObject(value?.metadata)
  const displayPhoneNumber = asText(metadata?.display_phone_number) ?? asText(value?.display_phone_number)
  const here = { wabaId, phoneNumberId: asText(metadata?.phone_number_id), displayPhoneNumber, field, place }
  const reader = value && readers.get(field)
  const before = events.length
  if (value && reader) reader(value, here, events)
  if (events.length === before) events.push({ ...here, kind: 'unknown', raw: change })
}

const readEntry = (entry: unknown, index: number, events: WebhookEvent[]): void => {
  const object = asObject(entry)
  const wabaId = asText(object?.id)
  const changes = asList(object?.changes)
  if (changes.length === 0) events.push({ ...nowhere, wabaId, place: `${index}`, kind: 'unknown', raw: entry })
  for (const [position, change] of changes.entries()) readChange(change, wabaId, `${index}.${position}`, events)
}

/** `parseWebhook` for a body that is already parsed (by `parseGraphJson`, so that long ids keep their digits). */
export const readWebhook = (body: unknown): WebhookEvent[] => {
  const entries = asList(asObject(body)?.entry)
  if (entries.length === 0) return [{ ...nowhere, kind: 'unknown', raw: body }]
  const events: WebhookEvent[] = []
  for (const [index, entry] of entries.entries()) readEntry(entry, index, events)
  return events
}

/**
 * Turns the raw bytes of a webhook into a flat list of events: every entry, change, message and status, in the order of
 * the body. Never throws: what we do not know comes as `unknown` with its JSON, bytes that are no JSON as one
 * `unparsable`. Verify the signature first.
 */
export const parseWebhook = (rawBody: Uint8Array): WebhookEvent[] => {
  let body: unknown
  try {
    body = parseGraphJson(Buffer.from(rawBody.buffer, rawBody.byteOffset, rawBody.byteLength).toString('utf8'))
  } catch (error) {
    return [
      { ...nowhere, kind: 'unparsable', reason: error instanceof Error ? error.message.slice(0, 200) : 'no JSON' },
    ]
  }
  return readWebhook(body)
}
