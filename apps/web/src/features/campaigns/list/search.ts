import type { AudienceSource } from '@recado/contracts/campaigns/audience'
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

const views = { month: true, week: true } as const

/** What the address of the list says; with `view` it is a calendar, at a day. */
export type CampaignSearch = CampaignFilter & { cursor?: string; view?: keyof typeof views; day?: string }

const texts = ['cursor', 'search', 'template', 'channelId', 'ownerId', 'seriesId', 'from', 'to'] as const

const isDay = (text: string) => /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text))

export const validateCampaignSearch = (raw: Record<string, unknown>): CampaignSearch => {
  const tab = wordOf(tabs, raw['tab'])
  const state = wordOf(states, raw['state'])
  const view = wordOf(views, raw['view'])
  const day = String(raw['day'] ?? '')
  return {
    ...keptText(texts, raw),
    ...(tab && tab !== 'all' ? { tab } : {}),
    ...(state ? { state } : {}),
    ...(raw['archived'] === 'yes' ? { archived: 'yes' } : {}),
    ...(view ? { view } : {}),
    ...(view && isDay(day) ? { day } : {}),
  }
}

/** The filters alone, as the API takes them. */
export const filterOf = ({ cursor: _, view: _view, day: _day, ...filter }: CampaignSearch): CampaignFilter => filter

const groups = ['segments', 'lists', 'tags'] as const

/** What the address of a new campaign says: the segment, list or tag that it is for. */
export type NewCampaignSearch = { [group in (typeof groups)[number]]?: string }

export const validateNewCampaignSearch = (raw: Record<string, unknown>): NewCampaignSearch => keptText(groups, raw)

/** The audience that the address of a new campaign names. */
export const sourcesOf = (search: NewCampaignSearch): AudienceSource[] =>
  groups.flatMap((kind) => (search[kind] ? { kind, ids: [search[kind]] } : []))
