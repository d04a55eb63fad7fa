import type { TriggerKind } from '@recado/contracts/automation/automation-events'
import type { AutomationState } from '@recado/contracts/automation/automations'
import { keptText, wordOf } from '#web/lib/api/search.ts'

// Addresses are read before anything else: the contract gives its words as types here, without its schemas.
const states = { draft: true, active: true, paused: true, archived: true } satisfies Record<AutomationState, true>
const triggers = {
  ...{ message_received: true, campaign_answered: true, conversation_created: true, conversation_resolved: true },
  ...{ label_added: true, contact_created: true, contact_updated: true, tag_added: true, list_added: true },
  ...{ segment_entered: true, segment_left: true },
  ...{ campaign_read: true, campaign_unanswered: true, conversation_unassigned: true },
  ...{ consent_changed: true, webhook_event: true, api: true, schedule: true, date_attribute: true, manual: true },
} satisfies Record<TriggerKind, true>

export const stateNames = Object.keys(states) as AutomationState[]
export const triggerNames = Object.keys(triggers) as TriggerKind[]

/** What the address of the list says. */
export type AutomationSearch = {
  state?: AutomationState
  trigger?: TriggerKind
  folder?: string
  search?: string
  cursor?: string
}

export const validateAutomationSearch = (raw: Record<string, unknown>): AutomationSearch => {
  const state = wordOf(states, raw['state'])
  const trigger = wordOf(triggers, raw['trigger'])
  return {
    ...keptText(['folder', 'search', 'cursor'], raw),
    ...(state ? { state } : {}),
    ...(trigger ? { trigger } : {}),
  }
}
