import { writeSeveral, writingsLimit } from '@recado/contracts/inbox/conversation-changes'
import { holdMessage } from '@recado/contracts/inbox/held-messages'
import { uploadAttachment } from '@recado/contracts/inbox/messages'
import { writeNote } from '@recado/contracts/inbox/notes'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { createContext, useContext, useEffect, useMemo, useSyncExternalStore } from 'react'
import { call, upload } from '#web/lib/api/api.ts'
import { useOwner } from '#web/lib/session/owner.ts'
import { browserStore } from '#web/lib/ui/browser-store.ts'
import { keys } from './api.ts'
import { type AnyDraft, createOutbox, type Outbox, type Outgoing, type Sent } from './composer/outbox.ts'
import { doneKeyOf } from './composer/outbox-items.ts'
import { keepHeld } from './held.ts'
import type { Reader } from './list-cache.ts'
import type { ListFilter } from './list-filter.ts'
import { type MessageCache, withNamed } from './message-cache.ts'

const outboxes = new Map<string, Outbox>()

/** In the company in which it was written, whichever the tab works in by then. */
type Place = { company: string | undefined }

const deliver = async (
  { conversationId: id, afterwards, anyway = false }: Outgoing,
  draft: AnyDraft,
  place: Place,
): Promise<Sent> => {
  const params = { id }
  if (draft.type !== 'note')
    return call(holdMessage, { params, body: { draft, afterwards: afterwards ?? null, anyway } }, place)
  const { type: _, ...body } = draft
  return { held: null, message: await call(writeNote, { params, body }, place) }
}

/**
 * Hands everything over in one call that outlives the page. What does not fit, or fails, is still stored in this browser
 * and is sent on the next visit.
 */
const deliverLeaving = (id: string, drafts: readonly AnyDraft[], place: Place): void => {
  const items = drafts.slice(0, writingsLimit)
  call(writeSeveral, { params: { id }, body: { items } }, { ...place, keepalive: true }).catch(() => undefined)
}

const storeKeyOf = (owner: string): string => `recado.outbox.${owner}`

const outboxFor = (queryClient: QueryClient, owner: string): Outbox => {
  const known = outboxes.get(owner)
  if (known) return known
  const place = { company: owner.split('.')[1] || undefined }
  const outbox = createOutbox({
    send: (item, draft) => deliver(item, draft, place),
    sendLeaving: (id, drafts) => deliverLeaving(id, drafts, place),
    upload: ({ conversationId: id, asDocument }, file, onProgress) => {
      const input = { params: { id }, ...(asDocument && { query: { as: 'document' } }) }
      return upload(uploadAttachment, file, input, { ...place, onProgress })
    },
    onSent: (id, { held, message }) => {
      if (held) keepHeld(queryClient, id, held)
      if (message)
        queryClient.setQueryData<MessageCache>(keys.messages(id), (cache) =>
          cache ? withNamed(cache, [message]) : cache,
        )
    },
    store: browserStore(),
    storeKey: storeKeyOf(owner),
  })
  outboxes.set(owner, outbox)
  return outbox
}

const watched = new WeakSet<Outbox>()

/** What has not reached the server is handed over when the page is left; a file that is not uploaded yet asks the person to stay. */
const watchLeaving = (outbox: Outbox): void => {
  if (watched.has(outbox)) return
  watched.add(outbox)
  window.addEventListener('pagehide', outbox.leave)
  window.addEventListener('beforeunload', (event) => {
    if (outbox.hasFiles()) event.preventDefault()
  })
}

const OutboxContext = createContext<Outbox | null>(null)
export const OutboxProvider = OutboxContext

/** The outbox of whoever is signed in, in their current company. It starts sending what an earlier visit left. */
export const useOwnOutbox = (): Outbox => {
  const queryClient = useQueryClient()
  const owner = useOwner()
  const outbox = useMemo(() => outboxFor(queryClient, owner), [queryClient, owner])
  useEffect(() => {
    outbox.runAll()
    const hear = ({ key }: StorageEvent) => key === doneKeyOf(storeKeyOf(owner)) && outbox.dropDone()
    window.addEventListener('online', outbox.runAll)
    window.addEventListener('storage', hear)
    return () => {
      window.removeEventListener('online', outbox.runAll)
      window.removeEventListener('storage', hear)
    }
  }, [outbox, owner])
  useEffect(() => watchLeaving(outbox), [outbox])
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
  /** Leaves a finished conversation and opens the next one in the list, if any. Returns its id. */
  advance: (fromId: string) => string | null
  /** Back to the list. */
  close: () => void
  /** Reopens a conversation that was left automatically, unless the member has moved on since. */
  comeBack: (id: string, leftFor: string | null) => void
  /** Opens another conversation in the place of this one, to write in it at once or to read it. */
  goOn: (id: string, toWrite: boolean) => void
  /** The conversation that was opened to write in it. */
  writingIn: { readonly current: string | null }
}

const PlaceContext = createContext<ChatPlace | null>(null)
export const ChatPlaceProvider = PlaceContext

export const useChatPlace = (): ChatPlace => {
  const place = useContext(PlaceContext)
  if (!place) throw new Error('useChatPlace must be used within the chat page')
  return place
}
