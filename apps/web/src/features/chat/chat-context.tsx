import { sendMessage, uploadAttachment } from '@recado/contracts/conversations'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { createContext, useContext, useEffect, useMemo, useSyncExternalStore } from 'react'
import { call, upload } from '../../lib/api.ts'
import { useSignedIn } from '../../lib/session.ts'
import { keys } from './api.ts'
import { createOutbox, type Outbox, type Outgoing } from './composer/outbox.ts'
import { browserStore } from './drafts.ts'
import type { Reader } from './list-cache.ts'
import { type MessageCache, withNamed } from './message-cache.ts'
import type { ListFilter } from './search.ts'

const outboxes = new Map<string, Outbox>()

const outboxFor = (queryClient: QueryClient, owner: string): Outbox => {
  const known = outboxes.get(owner)
  if (known) return known
  const outbox = createOutbox({
    send: (id, body) => call(sendMessage, { params: { id }, body }),
    upload: async (id, file, onProgress) =>
      (await upload(uploadAttachment, file, { params: { id } }, { onProgress })).fileId,
    onSent: (message) =>
      queryClient.setQueryData<MessageCache>(keys.messages(message.conversationId), (cache) =>
        cache ? withNamed(cache, [message]) : cache,
      ),
    store: browserStore(),
    storeKey: `recado.outbox.${owner}`,
  })
  outboxes.set(owner, outbox)
  return outbox
}

const OutboxContext = createContext<Outbox | null>(null)
export const OutboxProvider = OutboxContext

/** The outbox of whoever is signed in, in their current company. It starts sending what an earlier visit left. */
export const useOwnOutbox = (): Outbox => {
  const queryClient = useQueryClient()
  const { user } = useSignedIn()
  const owner = `${user.id}.${user.currentCompany?.id ?? ''}`
  const outbox = useMemo(() => outboxFor(queryClient, owner), [queryClient, owner])
  useEffect(() => {
    outbox.runAll()
    window.addEventListener('online', outbox.runAll)
    return () => window.removeEventListener('online', outbox.runAll)
  }, [outbox])
  return outbox
}

/** The outbox of the chat page. */
export const useOutbox = (): Outbox => {
  const outbox = useContext(OutboxContext)
  if (!outbox) throw new Error('useOutbox must be used within the chat page')
  return outbox
}

/** What is on its way in a conversation. */
export const useOutgoing = (conversationId: string): readonly Outgoing[] => {
  const outbox = useOutbox()
  return useSyncExternalStore(outbox.subscribe, () => outbox.items(conversationId))
}

/** Where the person is in the chat, and the ways on from there. */
export type ChatPlace = {
  filter: ListFilter
  reader: Reader
  openId: string | undefined
  /** Leaves a conversation that is done with: the next one in the list opens, if there is one. */
  advance: (fromId: string) => void
  /** Back to the list. */
  close: () => void
}

const PlaceContext = createContext<ChatPlace | null>(null)
export const ChatPlaceProvider = PlaceContext

export const useChatPlace = (): ChatPlace => {
  const place = useContext(PlaceContext)
  if (!place) throw new Error('useChatPlace must be used within the chat page')
  return place
}
