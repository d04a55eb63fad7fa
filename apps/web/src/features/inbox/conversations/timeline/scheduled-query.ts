import { listScheduledMessages } from '@recado/contracts/inbox/scheduled-messages'
import { queryOptions } from '@tanstack/react-query'
import { call } from '#web/lib/api/api.ts'

export const scheduledKey = (id: string) => ['conversations', 'scheduled', id] as const

/** Messages of a conversation that wait for their moment. */
export const scheduledQuery = (id: string) =>
  queryOptions({
    queryKey: scheduledKey(id),
    queryFn: ({ signal }) => call(listScheduledMessages, { params: { id } }, { signal }),
  })
