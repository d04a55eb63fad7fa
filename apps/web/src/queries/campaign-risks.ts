import { countCampaignRisks } from '@recado/contracts/campaigns/oversight'
import { queryOptions } from '@tanstack/react-query'
import { call } from '#web/lib/api/api.ts'
import { adminKey } from './admin.ts'

/** Campaigns of all companies: their list, each of them, and what about them is to be reviewed. */
export const oversightKey = [...adminKey, 'campaigns'] as const

const EVERY_MS = 60_000

/** How many campaigns a person should look at. */
export const risksQuery = queryOptions({
  queryKey: [...oversightKey, 'risks'],
  queryFn: ({ signal }) => call(countCampaignRisks, {}, { signal }),
  refetchInterval: EVERY_MS,
})
