import { asInstant, asList, asObject, asObjects, asText, type Loose } from './loose-json.ts'
import type { WebhookEvent, WebhookPlace } from './webhook-types.ts'
import { userWithProfile } from './whatsapp-user.ts'

/** The events of a `user_preferences` change: marketing stopped or resumed. The newest timestamp wins, not the arrival. */
export const userPreferencesChange = (value: Loose, place: WebhookPlace, events: WebhookEvent[]): void => {
  const contacts = asObjects(value.contacts)
  const items = asList(value.user_preferences)
  for (const [index, item] of items.entries()) {
    const preference = asObject(item) ?? {}
    const here = { ...place, place: `${place.place}.user_preferences.${index}` }
    if (preference.value !== 'stop' && preference.value !== 'resume') {
      events.push({ ...here, kind: 'unknown', raw: item })
      continue
    }
    events.push({
      ...here,
      kind: 'userPreference',
      user: userWithProfile(preference.wa_id, preference.user_id, contacts, items.length === 1),
      category: asText(preference.category),
      value: preference.value,
      detail: asText(preference.detail),
      timestamp: asInstant(preference.timestamp),
    })
  }
}

/** The events of a `user_id_update` change: a user's business-scoped id was replaced. */
export const userIdUpdateChange = (value: Loose, place: WebhookPlace, events: WebhookEvent[]): void => {
  const list = Array.isArray(value.user_id_update) ? value.user_id_update : [value.user_id_update ?? value]
  const contacts = asObjects(value.contacts)
  for (const [index, item] of list.entries()) {
    const update = asObject(item) ?? {}
    const ids = asObject(update.user_id)
    const parents = asObject(update.parent_user_id)
    const here = { ...place, place: `${place.place}.user_id_update.${index}` }
    if (!asText(ids?.current) && !asText(parents?.current)) {
      events.push({ ...here, kind: 'unknown', raw: item })
      continue
    }
    events.push({
      ...here,
      kind: 'userIdUpdate',
      user: userWithProfile(update.wa_id, ids?.current, contacts, list.length === 1),
      previous: { bsuid: asText(ids?.previous), parentBsuid: asText(parents?.previous) },
      current: { bsuid: asText(ids?.current), parentBsuid: asText(parents?.current) },
      timestamp: asInstant(update.timestamp),
    })
  }
}
