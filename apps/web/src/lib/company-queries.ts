import { listChannels } from '@recado/contracts/channels'
import { listTeams } from '@recado/contracts/teams'
import { queryOptions } from '@tanstack/react-query'
import { call } from './api.ts'

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
