import { getCampaignCalendar } from '@recado/contracts/campaigns/calendar'
import type { CampaignFilter } from '@recado/contracts/campaigns/campaigns'
import { queryOptions } from '@tanstack/react-query'
import { call } from '#web/lib/api/api.ts'
import { campaignsKey } from '#web/queries/campaigns.ts'

/** What is on the days from one to another, both included. */
export const calendarQuery = ({ tab: _, ...filter }: CampaignFilter, from: string, to: string) => {
  const query = { ...filter, from, to }
  return queryOptions({
    queryKey: [...campaignsKey, 'calendar', query],
    queryFn: ({ signal }) => call(getCampaignCalendar, { query }, { signal }),
  })
}
