import { listTemplates } from '@recado/contracts/whatsapp/channel-templates'
import { queryOptions } from '@tanstack/react-query'
import { call } from '#web/lib/api/api.ts'
import { channelsKey } from './channels.ts'

/** Approved templates of a number. */
export const channelTemplatesQuery = (channelId: string) =>
  queryOptions({
    queryKey: [...channelsKey, channelId, 'templates'],
    queryFn: ({ signal }) => call(listTemplates, { params: { id: channelId }, query: {} }, { signal }),
    staleTime: 60_000,
  })
