import { listChannels } from '@recado/contracts/whatsapp/channels'
import { queryOptions } from '@tanstack/react-query'
import { call } from '#web/lib/api/api.ts'

export const channelsKey = ['channels'] as const

/** Numbers of the company. */
export const channelsQuery = queryOptions({
  queryKey: channelsKey,
  queryFn: ({ signal }) => call(listChannels, {}, { signal }),
})
