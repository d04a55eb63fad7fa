import { countConversations } from '@recado/contracts/inbox/conversations'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { call } from '#web/lib/api/api.ts'
import { useChangeEvents } from '#web/lib/realtime/socket.ts'
import { useCan } from '#web/lib/session/session.ts'

export const conversationCountsKey = ['conversations', 'counts'] as const

/** Counts are read at most this often (milliseconds), however many change events arrive. */
const pause = 1500

/** Open conversations by view, and how many have something unread. */
export const conversationCountsQuery = () =>
  queryOptions({
    queryKey: conversationCountsKey,
    queryFn: ({ signal }) => call(countConversations, {}, { signal }),
  })

/** How many conversations have something unread, as far as that is known; 0 for whoever may not see them. */
export const useUnreadCount = (): number => {
  const enabled = useCan()('conversations.view')
  return useQuery({ ...conversationCountsQuery(), enabled, select: ({ unread }) => unread }).data ?? 0
}

/** How many conversations have something unread, kept true while mounted; 0 for whoever may not see them. */
export const useUnreadConversations = (): number => {
  const queryClient = useQueryClient()
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  const unread = useUnreadCount()
  useChangeEvents(({ event }) => {
    if (!/^(message|conversation)\.|^refetch$/.test(event)) return
    timer.current ??= setTimeout(() => {
      timer.current = undefined
      void queryClient.invalidateQueries({ queryKey: conversationCountsKey })
    }, pause)
  })
  useEffect(() => () => clearTimeout(timer.current), [])
  return unread
}
