import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { id, instant } from '../shared.ts'
import { campaignFilter, campaignSummary } from './campaigns.ts'

/** `days`: the longest period that one call tells of. `entries`: the most that it tells. */
export const calendarLimits = { days: 62, entries: 500 } as const

const dayMs = 86_400_000

/** A campaign at its time: a draft where it is planned, others where they start or ran, a series at each coming time. */
export const calendarEntry = z.object({
  campaignId: id,
  ...campaignSummary.pick({ name: true, state: true, pauseReason: true }).shape,
  /** Whether it is a coming time of a series, which gets a campaign of its own then. */
  series: z.boolean(),
  startsAt: instant,
  /** When it ended, or about when it will, as far as that is known; otherwise when it starts. */
  endsAt: instant,
})
export type CalendarEntry = z.infer<typeof calendarEntry>

const { tab: _tab, ...filter } = campaignFilter.shape

export const getCampaignCalendar = endpoint({
  method: 'GET',
  path: '/api/v1/campaign-calendar',
  can: 'campaigns.view',
  scope: 'campaigns:read',
  summary: 'Campaigns of a period of at most 62 days by when they start, with the coming times of series',
  query: z
    .object({ ...filter, from: z.iso.date(), to: z.iso.date() })
    .refine(({ from, to }) => from <= to && Date.parse(to) - Date.parse(from) < calendarLimits.days * dayMs, {
      path: ['to'],
    }),
  response: z.object({
    /** The zone of the days: that of the company. */
    timezone: z.string(),
    data: z.array(calendarEntry),
    /** Whether there are more than are told here; a shorter period or a filter shows them. */
    more: z.boolean(),
  }),
})
