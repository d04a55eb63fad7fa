import { countConversations } from '@recado/contracts/conversations'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { call } from './api.ts'
import { useCan } from './session.ts'
import { useHints } from './socket.ts'

export const conversationCountsKey = ['conversations', 'counts'] as const

/** Counts are read at most this often (milliseconds), however many hints arrive. */
const pause = 1500

/** Open conversations by view, and how many have something unread. */
export const conversationCountsQuery = () =>
  queryOptions({
    queryKey: conversationCountsKey,
    queryFn: ({ signal }) => call(countConversations, {}, { signal }),
  })

/** How many conversations have something unread, kept true while mounted; 0 for whoever may not see them. */
export const useUnreadConversations = (): number => {
  const enabled = useCan()('conversations.view')
  const queryClient = useQueryClient()
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  const { data } = useQuery({ ...conversationCountsQuery(), enabled })
  useHints(({ event }) => {
    if (!/^(message|conversation)\.|^refetch$/.test(event)) return
    timer.current ??= setTimeout(() => {
      timer.current = undefined
      void queryClient.invalidateQueries({ queryKey: conversationCountsKey })
    }, pause)
  })
  useEffect(() => () => clearTimeout(timer.current), [])
  return data?.unread ?? 0
}
