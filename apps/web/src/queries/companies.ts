import { listTeams } from '@recado/contracts/companies/teams'
import { listChannels } from '@recado/contracts/whatsapp/channels'
import { queryOptions } from '@tanstack/react-query'
import { call } from '#web/lib/api/api.ts'

/** Numbers of the company, for choices on pages of other nouns. */
export const channelsQuery = queryOptions({
  queryKey: ['channels'],
  queryFn: ({ signal }) => call(listChannels, {}, { signal }),
})

/** Teams of the company, likewise. */
export const teamsQuery = queryOptions({
  queryKey: ['desk', 'teams'],
  queryFn: ({ signal }) => call(listTeams, {}, { signal }),
})
