import type { CampaignFilter, CampaignState, campaignTabs } from '@recado/contracts/campaigns/campaigns'
import { keptText, wordOf } from '#web/lib/api/search.ts'

const tabs = { all: true, drafts: true, scheduled: true, running: true, done: true } satisfies Record<
  (typeof campaignTabs)[number],
  true
>
const states = {
  draft: true,
  validating: true,
  scheduled: true,
  running: true,
  paused: true,
  completed: true,
  completed_with_errors: true,
  canceled: true,
  failed: true,
} satisfies Record<CampaignState, true>

/** The tabs of the list, in their order. */
export const tabNames = Object.keys(tabs) as (keyof typeof tabs)[]
/** States that campaigns can be filtered by. */
export const stateNames = Object.keys(states) as CampaignState[]

/** What the address of the list says. */
export type CampaignSearch = CampaignFilter & { cursor?: string }

const texts = ['cursor', 'search', 'template', 'channelId', 'ownerId', 'from', 'to'] as const

export const validateCampaignSearch = (raw: Record<string, unknown>): CampaignSearch => {
  const tab = wordOf(tabs, raw['tab'])
  const state = wordOf(states, raw['state'])
  return {
    ...keptText(texts, raw),
    ...(tab && tab !== 'all' ? { tab } : {}),
    ...(state ? { state } : {}),
    ...(raw['archived'] === 'yes' ? { archived: 'yes' } : {}),
  }
}

/** The filters alone, as the API takes them. */
export const filterOf = ({ cursor: _, ...filter }: CampaignSearch): CampaignFilter => filter
