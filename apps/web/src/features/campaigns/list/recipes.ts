import type { EndpointCall } from '@recado/contracts'
import type { createCampaign } from '@recado/contracts/campaigns/campaigns'
import type { FilterCondition } from '@recado/contracts/shared/filter'

type Draft = Omit<EndpointCall<typeof createCampaign>['body'], 'name'>

const DAY = 86_400_000

/** The next working day at ten, as clocks of a zone show it. */
export const nextMorning = (timezone: string): string => {
  const dayAfter = (days: number) =>
    new Intl.DateTimeFormat('en-CA', { timeZone: timezone }).format(Date.now() + days * DAY)
  const isWorking = (day: string) => ![0, 6].includes(new Date(`${day}T12:00:00Z`).getUTCDay())
  return `${[1, 2, 3].map(dayAfter).find(isWorking) ?? dayAfter(1)}T10:00`
}

const contactsWith = (...children: FilterCondition[]) => ({
  kind: 'filter' as const,
  filter: { value: 'AND' as const, children },
})
const optedIn: FilterCondition = { field: 'consent.whatsapp.marketing', operator: 'IN', value: ['granted'] }
const wrote = (operator: 'SMALLER' | 'LARGER_EQUAL', value: string): FilterCondition => ({
  field: 'last_inbound_at',
  operator,
  value,
})

/** Campaigns to begin with: whom they are for and when they leave; the template is what is left to choose. */
export const recipes = {
  news: (timezone: string): Draft => ({
    audience: { sources: [contactsWith(optedIn)], exclusions: { contactedWithinDays: 7 } },
    schedule: { start: { kind: 'at', at: nextMorning(timezone), timezone } },
  }),
  comeback: (timezone: string): Draft => ({
    audience: {
      sources: [contactsWith(optedIn, wrote('SMALLER', 'today-90d'))],
      exclusions: { contactedWithinDays: 14, openConversation: true },
    },
    schedule: { start: { kind: 'at', at: nextMorning(timezone), timezone } },
  }),
  reminder: (timezone: string): Draft => ({
    audience: { sources: [contactsWith(wrote('LARGER_EQUAL', 'today-30d'))] },
    schedule: { start: { kind: 'local', at: nextMorning(timezone), timezone } },
  }),
}
export type Recipe = keyof typeof recipes
export const recipeNames: readonly Recipe[] = ['news', 'comeback', 'reminder']
