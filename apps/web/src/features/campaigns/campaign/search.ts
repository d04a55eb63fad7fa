import type { RecipientState, SkipReason } from '@recado/contracts/campaigns/recipients'
import { keptText, wordOf } from '#web/lib/api/search.ts'

const tabs = { recipients: true, content: true, activity: true } as const
export type CampaignTab = 'overview' | keyof typeof tabs

// Every page reads addresses before anything else, so the contract gives its words as types here, without its schemas.
const states = {
  ...{ pending: true, queued: true, sent: true, held_by_meta: true, delivered: true, read: true, clicked: true },
  ...{ replied: true, failed: true, skipped: true, canceled: true },
} as const satisfies Record<RecipientState, true>

const reasons = {
  ...{ no_identity: true, invalid_number: true, suppressed: true, blocked: true, opted_out: true, no_consent: true },
  ...{ excluded: true, recently_contacted: true, open_conversation: true, other_campaign: true },
  ...{ country_not_allowed: true, marketing_not_delivered: true, value_missing: true, holdout: true, erased: true },
  ...{ contact_gone: true, template_gone: true, frequency_cap: true },
} as const satisfies Record<SkipReason, true>

const variants = { A: true, B: true, C: true, D: true } as const

/** States and reasons in the order in which they are offered. */
export const recipientWords = { states: Object.keys(states), reasons: Object.keys(reasons) }

/** What the address of a campaign's page says: the open tab, and what its overview or its recipients are narrowed by. */
export type CampaignPageSearch = {
  tab?: keyof typeof tabs
  state?: RecipientState
  reason?: SkipReason
  errorClass?: string
  variant?: keyof typeof variants
  search?: string
  cursor?: string
  /** Days in which orders count, and groups that are compared, as ids joined by commas. */
  days?: number
  segments?: string
  lists?: string
}

const given = <T extends object>(entries: T) =>
  Object.fromEntries(Object.entries(entries).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>
  }

export const validateRecipientSearch = (raw: Record<string, unknown>): CampaignPageSearch => ({
  tab: 'recipients',
  ...given({
    state: wordOf(states, raw['state']),
    reason: wordOf(reasons, raw['reason']),
    variant: wordOf(variants, raw['variant']),
  }),
  ...keptText(['errorClass', 'search', 'cursor'], raw),
})

const validateOverviewSearch = (raw: Record<string, unknown>): CampaignPageSearch => {
  const days = Number(raw['days'])
  return { ...(Number.isInteger(days) && days >= 1 && days <= 30 && { days }), ...keptText(['segments', 'lists'], raw) }
}

export const validateCampaignPageSearch = (raw: Record<string, unknown>): CampaignPageSearch => {
  const tab = wordOf(tabs, raw['tab'])
  if (tab === 'recipients') return validateRecipientSearch(raw)
  return tab ? { tab } : validateOverviewSearch(raw)
}
