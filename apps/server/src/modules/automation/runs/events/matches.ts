import type { AutomationTrigger, ContactEventMatch } from '@recado/contracts/automation/automation-events'

/** Something that happened, as it is stored. */
export type Happening = { kind: string; fields: Record<string, unknown> }

/** Words in which neither capitals nor accents make a difference. */
export const folded = (text: string): string =>
  text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().replace(/\s+/g, ' ').trim()

const isAny = (wanted: readonly string[], value: unknown): boolean =>
  wanted.length === 0 || (typeof value === 'string' && wanted.includes(value))

/** Patterns are checked to take few steps for texts of so many characters (`refusePattern`). */
const PATTERN_TEXT = 1000

type Received = Extract<ContactEventMatch, { kind: 'message_received' }>

const hasWord = ({ match, words }: Received, fields: Happening['fields']): boolean => {
  if (words.length === 0) return true
  const raw = String(fields['text'] ?? '')
  const text = folded(raw)
  const tapped = folded(String(fields['button_id'] ?? ''))
  return words.some((word) => {
    const sought = folded(word)
    switch (match) {
      case 'equals':
        return text === sought || (tapped !== '' && tapped === sought)
      case 'contains':
        return text.includes(sought)
      case 'starts':
        return text.startsWith(sought)
      default:
        return new RegExp(word, 'iu').test(raw.slice(0, PATTERN_TEXT))
    }
  })
}

/** Whether something that happened is what a trigger, a wait or a goal is set to. */
export const matches = (wanted: AutomationTrigger | ContactEventMatch, { kind, fields }: Happening): boolean => {
  if (wanted.kind !== kind) return false
  switch (wanted.kind) {
    case 'message_received':
      return (
        isAny(wanted.channelIds, fields['channel']) &&
        isAny(wanted.types, fields['type']) &&
        (!wanted.first || fields['first'] === true) &&
        hasWord(wanted, fields)
      )
    case 'conversation_created':
    case 'conversation_resolved':
    case 'conversation_unassigned':
      return isAny(wanted.channelIds, fields['channel'])
    case 'label_added':
      return isAny(wanted.labelIds, fields['label'])
    case 'contact_created':
      return isAny(wanted.sources, fields['source'])
    case 'contact_updated': {
      const changed = Array.isArray(fields['changed']) ? fields['changed'] : []
      return wanted.fields.length === 0 || changed.some((one) => wanted.fields.includes(String(one)))
    }
    case 'tag_added':
      return isAny(wanted.tagIds, fields['tag'])
    case 'list_added':
      return isAny(wanted.listIds, fields['list'])
    case 'segment_entered':
    case 'segment_left':
      return isAny(wanted.segmentIds, fields['segment'])
    case 'consent_changed':
      return (
        isAny(wanted.media, fields['medium']) &&
        isAny(wanted.purposes, fields['purpose']) &&
        isAny(wanted.states, fields['state'])
      )
    case 'webhook_event': {
      const isNamed = wanted.names.length > 0 && wanted.names.includes(String(fields['name_of_event'] ?? ''))
      const isCanonical = wanted.events.some((event) => event === fields['canonical'])
      return isAny(wanted.integrationIds, fields['integration']) && (isNamed || isCanonical)
    }
    case 'campaign_answered': {
      const buttons = wanted.buttons.map(folded)
      return (
        isAny(wanted.campaignIds, fields['campaign']) &&
        (buttons.length === 0 || buttons.includes(folded(String(fields['button'] ?? ''))))
      )
    }
    case 'campaign_read':
    case 'campaign_unanswered':
      return isAny(wanted.campaignIds, fields['campaign'])
    case 'schedule':
    case 'date_attribute':
    case 'manual':
    case 'api':
      return true
  }
}
