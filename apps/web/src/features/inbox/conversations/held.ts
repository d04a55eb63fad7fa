import { type HeldMessage, listHeldMessages, releaseHeldMessages } from '@recado/contracts/inbox/held-messages'
import { type QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { call } from '#web/lib/api/api.ts'
import { readAgain } from '#web/lib/api/read-again.ts'
import { useChangeEvents, useSocketStatus } from '#web/lib/realtime/socket.ts'

type Held = { data: HeldMessage[] }
const nothing: readonly HeldMessage[] = []

const heldKey = (id: string) => ['conversations', 'held', id] as const

/** What members send in a conversation and can still take back, and what came back to them. */
const heldQuery = (id: string) =>
  queryOptions({
    queryKey: heldKey(id),
    queryFn: ({ signal }) => call(listHeldMessages, { params: { id } }, { signal }),
  })

export const useHeld = (id: string): readonly HeldMessage[] => {
  const queryClient = useQueryClient()
  useChangeEvents(({ event, conversationIds }) => {
    if (event === 'refetch' || (event === 'held.updated' && conversationIds?.includes(id)))
      void readHeldAgain(queryClient, id)
  })
  // Nothing is told of what happened before the line was there.
  const status = useSocketStatus()
  const before = useRef(status)
  useEffect(() => {
    if (status === 'connected' && before.current !== 'connected') void readHeldAgain(queryClient, id)
    before.current = status
  }, [status, queryClient, id])
  return useQuery(heldQuery(id)).data?.data ?? nothing
}

/** What is known to be held, without asking. */
export const heldNow = (queryClient: QueryClient, id: string): readonly HeldMessage[] =>
  queryClient.getQueryData<Held>(heldKey(id))?.data ?? nothing

/** Shows something that the server holds from now on, in its place. */
export const keepHeld = (queryClient: QueryClient, id: string, held: HeldMessage): void => {
  void queryClient.cancelQueries({ queryKey: heldKey(id) })
  queryClient.setQueryData<Held>(heldKey(id), (known) => ({
    data: [...(known?.data ?? []).filter((one) => one.id !== held.id), held],
  }))
}

/** Shows it no more. */
export const dropHeld = (queryClient: QueryClient, id: string, heldId: string): void => {
  void queryClient.cancelQueries({ queryKey: heldKey(id) })
  queryClient.setQueryData<Held>(
    heldKey(id),
    (known) => known && { data: known.data.filter((one) => one.id !== heldId) },
  )
}

export const readHeldAgain = (queryClient: QueryClient, id: string): Promise<void> =>
  readAgain(queryClient, heldKey(id))

/** Sends a member's held messages before they set the conversation aside. Returns those that failed. */
export const releaseOwn = async (
  queryClient: QueryClient,
  id: string,
  userId: string,
): Promise<readonly HeldMessage[]> => {
  const own = heldNow(queryClient, id).filter(
    ({ author, state, kind }) => author.id === userId && state === 'held' && kind !== 'survey',
  )
  if (own.length === 0) return nothing
  const { returned } = await call(releaseHeldMessages, { params: { id }, body: {} })
  void readHeldAgain(queryClient, id)
  return returned.filter((one) => own.some((mine) => mine.id === one.id))
}
