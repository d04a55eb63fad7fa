import type { HeldMessage } from '@recado/contracts/inbox/held-messages'
import type { Message } from '@recado/contracts/inbox/messages'
import { type MediaKind, takesCaption } from '@recado/contracts/whatsapp/media-rules'
import { ApiError, type ApiErrorCode } from '#web/lib/api/api.ts'
import type { TextStore } from '#web/lib/ui/browser-store.ts'
import {
  type AnyDraft,
  createOutboxItems,
  type NewOutgoing,
  needsUpload,
  type Outgoing,
  type OutgoingDraft,
} from './outbox-items.ts'

export type { Afterwards, AnyDraft, Outgoing, OutgoingDraft } from './outbox-items.ts'

/** What the server made of it: a message, one that is held there and can be taken back, or nothing any more. */
export type Sent = { held: HeldMessage | null; message: Message | null }

type StoredFile = { fileId: string; kind: MediaKind }

export type OutboxPorts = {
  send: (item: Outgoing, draft: AnyDraft) => Promise<Sent>
  upload: (item: Outgoing, file: File, onProgress: (part: number) => void) => Promise<StoredFile>
  /** Called with what the server took over before the outgoing one disappears. */
  onSent: (conversationId: string, sent: Sent) => void
  /** Sends in this order although the page goes away, without waiting for an answer. */
  sendLeaving?: (conversationId: string, drafts: readonly AnyDraft[]) => void
  store: TextStore
  storeKey: string
  newKey?: () => string
}

const pauses = [1000, 3000, 8000, 20_000, 30_000]
const codeOf = (error: unknown): ApiErrorCode => (error instanceof ApiError ? error.code : 'unexpected')

/** Whether the same call may work later without anybody changing it. */
const mayPass = (error: unknown): boolean =>
  !(error instanceof ApiError) ||
  error.status === 0 ||
  error.status >= 500 ||
  error.status === 429 ||
  error.status === 401

/** Stores an item's file. Words that its kind cannot have, which is certain only then, go before it by themselves. */
const storing = (items: ReturnType<typeof createOutboxItems>, upload: OutboxPorts['upload']) => {
  const setWordsApart = (item: Outgoing): void => {
    const { clientKey, draft } = item
    if (draft.type !== 'media' || !draft.caption) return
    const { caption, replyToId, ...rest } = draft
    const { file: _, fileUrl: __, afterwards: ___, ...words } = item
    const text = { type: 'text', body: caption, ...(replyToId && { replyToId }) } as const
    items.addBefore(clientKey, { ...words, clientKey: `${clientKey}:text`, draft: text })
    items.change(clientKey, { draft: { ...rest, caption: '' }, text: '', quoted: null })
  }
  return async (item: Outgoing): Promise<void> => {
    const { clientKey, draft, file } = item
    if (!file || !needsUpload(item)) return
    const { fileId, kind } = await upload(item, file, (progress) => items.change(clientKey, { progress }))
    items.change(clientKey, { draft: { ...draft, fileId } as OutgoingDraft, progress: 1 })
    const stored = items.find(clientKey)
    if (stored && !takesCaption(kind)) setWordsApart(stored)
  }
}

/** Sends what waits, one after the other in each conversation; without a connection it tries again, ever more rarely. */
const createSender = (items: ReturnType<typeof createOutboxItems>, ports: OutboxPorts) => {
  const { find, change, drop } = items
  const running = new Map<string, Promise<void>>()
  const attempts = new Map<string, number>()
  const timers = new Map<string, ReturnType<typeof setTimeout>>()
  const store = storing(items, ports.upload)

  const nextOf = (conversationId: string) => items.of(conversationId).find(({ state }) => state !== 'failed')

  /** Whether another tab sent, took back or discarded it meanwhile; then it goes here too. */
  const isGone = (clientKey: string): boolean => {
    items.dropDone()
    return find(clientKey) === undefined
  }

  const deliver = async (waiting: Outgoing): Promise<void> => {
    const { clientKey, conversationId } = waiting
    await store(waiting)
    if (isGone(clientKey) || nextOf(conversationId)?.clientKey !== clientKey) return
    const item = find(clientKey)
    if (!item) return
    const sent = await ports.send(item, { ...item.draft, clientKey } as AnyDraft)
    ports.onSent(conversationId, sent)
    drop(clientKey)
  }

  const later = (conversationId: string): void => {
    for (const { clientKey, state } of items.of(conversationId))
      if (state === 'waiting') change(clientKey, { state: 'offline' })
    const tries = attempts.get(conversationId) ?? 0
    attempts.set(conversationId, tries + 1)
    clearTimeout(timers.get(conversationId))
    timers.set(
      conversationId,
      setTimeout(() => void run(conversationId), pauses[Math.min(tries, pauses.length - 1)]),
    )
  }

  /** Sends what waits in a conversation, one after the other, until nothing does or the connection is gone. */
  const work = async (conversationId: string): Promise<void> => {
    clearTimeout(timers.get(conversationId))
    for (;;) {
      const item = nextOf(conversationId)
      if (!item) return
      change(item.clientKey, { state: 'sending', error: null })
      try {
        await deliver(item)
        attempts.delete(conversationId)
      } catch (error) {
        const offline = mayPass(error)
        change(item.clientKey, { state: offline ? 'offline' : 'failed', error: codeOf(error) })
        if (offline) return later(conversationId)
      }
    }
  }

  const run = (conversationId: string): Promise<void> => {
    const known = running.get(conversationId)
    if (known) return known
    const done = work(conversationId).finally(() => running.delete(conversationId))
    running.set(conversationId, done)
    return done
  }

  const runAll = (): void => {
    items.dropDone()
    attempts.clear()
    for (const id of new Set(items.all().map(({ conversationId }) => conversationId))) void run(id)
  }

  return {
    run,
    runAll,
    /** Tries at once, as if nothing had failed. */
    again: (conversationId: string): void => {
      attempts.delete(conversationId)
      void run(conversationId)
    },
    /** Waits until what is on its way in a conversation reached the server or could not. */
    settle: async (conversationId: string): Promise<void> => {
      await running.get(conversationId)
    },
  }
}

/**
 * Messages on their way to the server, of all tabs of one person. Each is sent one after the other per conversation
 * under one key, so that a retry can never send twice; without a connection they stay, also over a reload (files
 * excepted). The server holds them so long that they can be taken back; whatever happens to the page, it sends them.
 */
export const createOutbox = (ports: OutboxPorts) => {
  const items = createOutboxItems(ports.store, ports.storeKey)
  const { find, change, drop } = items
  const newKey = ports.newKey ?? (() => crypto.randomUUID())
  const { run, runAll, again, settle } = createSender(items, ports)

  return {
    /** Takes a message over. It shows at once and is sent in its turn. */
    add: (item: NewOutgoing): string => {
      const clientKey = newKey()
      const added = {
        clientKey,
        createdAt: new Date().toISOString(),
        progress: 0,
        error: null,
        state: 'waiting',
      } as const
      items.add({ quoted: null, ...item, ...added })
      void run(item.conversationId)
      return clientKey
    },
    /** Waits until what is on its way in a conversation reached the server or could not. */
    settle,
    /**
     * Sends what waits while the page goes away, all of a conversation together, so that it keeps its order. Everything
     * stays stored too: the next visit sends it again under the same key, which the server knows then.
     */
    leave: (): void => {
      items.dropDone()
      for (const [conversationId, waiting] of items.waiting()) {
        const drafts = waiting.map(({ draft, clientKey }) => ({ ...draft, clientKey }) as AnyDraft)
        ports.sendLeaving?.(conversationId, drafts)
      }
    },
    /** Whether a file would be lost if the page were left now. */
    hasFiles: (): boolean => items.all().some((item) => item.state !== 'failed' && needsUpload(item)),
    /** Tries again under the same key. */
    retry: (clientKey: string): void => {
      const item = find(clientKey)
      if (!item) return
      if (item.state === 'failed') change(clientKey, { state: 'waiting', error: null })
      again(item.conversationId)
    },
    remove: drop,
    /** Lets go of what another tab is done with: on hearing that one is. */
    dropDone: items.dropDone,
    /** Sends everything that waits: on coming online again and at the start. */
    runAll,
    items: items.of,
    subscribe: items.subscribe,
  }
}
export type Outbox = ReturnType<typeof createOutbox>
