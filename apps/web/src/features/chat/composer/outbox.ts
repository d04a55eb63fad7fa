import type { Message, MessageDraft } from '@recado/contracts/conversations'
import { ApiError, type ApiErrorCode } from '../../../lib/api.ts'
import type { TextStore } from '../drafts.ts'

/** What is sent, without the key that names the sending. */
export type OutgoingDraft = MessageDraft extends infer D ? (D extends unknown ? Omit<D, 'clientKey'> : never) : never

export type Outgoing = {
  clientKey: string
  conversationId: string
  createdAt: string
  /** Draft as it goes to the server; for a file not uploaded yet `fileId` is empty. */
  draft: OutgoingDraft
  /** What the bubble shows until the server's row is there. */
  text: string
  quoted: Message['replyTo']
  file?: File
  fileUrl?: string
  state: 'waiting' | 'sending' | 'offline' | 'failed'
  /** From 0 to 1 while a file goes up. */
  progress: number
  error: ApiErrorCode | null
}

type NewOutgoing = Pick<Outgoing, 'conversationId' | 'draft' | 'text'> &
  Partial<Pick<Outgoing, 'file' | 'fileUrl' | 'quoted'>>

export type OutboxPorts = {
  send: (conversationId: string, draft: MessageDraft) => Promise<Message>
  upload: (conversationId: string, file: File, onProgress: (part: number) => void) => Promise<string>
  /** Called with the server's row before the outgoing one disappears. */
  onSent: (message: Message) => void
  store: TextStore
  storeKey: string
  newKey?: () => string
  now?: () => Date
}

const pauses = [1000, 3000, 8000, 20_000, 30_000]
const nothing: readonly Outgoing[] = []

const codeOf = (error: unknown): ApiErrorCode => (error instanceof ApiError ? error.code : 'unexpected')

/** Whether the same call may work later without anybody changing it. */
const mayPass = (error: unknown): boolean =>
  !(error instanceof ApiError) ||
  error.status === 0 ||
  error.status >= 500 ||
  error.status === 429 ||
  error.status === 401

const isStored = (value: unknown): value is Outgoing =>
  typeof value === 'object' && value !== null && 'clientKey' in value && 'conversationId' in value && 'draft' in value

const readStored = (store: TextStore, key: string): Outgoing[] => {
  try {
    const stored: unknown = JSON.parse(store.getItem(key) ?? '[]')
    if (!Array.isArray(stored)) return []
    return stored.filter(isStored).map((item) => ({ ...item, state: item.state === 'failed' ? 'failed' : 'offline' }))
  } catch {
    return []
  }
}

/**
 * Messages on their way to the server. Each is sent one after the other per conversation under one key, so that a
 * retry can never send twice; without a connection they stay, also over a reload (files excepted).
 */
export const createOutbox = (ports: OutboxPorts) => {
  const { store, storeKey } = ports
  const newKey = ports.newKey ?? (() => crypto.randomUUID())
  const now = ports.now ?? (() => new Date())
  let items: Outgoing[] = readStored(store, storeKey)
  const byConversation = new Map<string, readonly Outgoing[]>()
  const running = new Set<string>()
  const attempts = new Map<string, number>()
  const timers = new Map<string, ReturnType<typeof setTimeout>>()
  const listeners = new Set<() => void>()

  const publish = (next: Outgoing[]): void => {
    items = next
    byConversation.clear()
    try {
      const kept = items.filter(({ file }) => !file).map(({ fileUrl: _, ...item }) => item)
      if (kept.length === 0) store.removeItem(storeKey)
      else store.setItem(storeKey, JSON.stringify(kept))
    } catch {
      // A full storage only loses what a reload would bring back.
    }
    for (const listener of listeners) listener()
  }

  const change = (clientKey: string, part: Partial<Outgoing>): void =>
    publish(items.map((item) => (item.clientKey === clientKey ? { ...item, ...part } : item)))

  const drop = (clientKey: string): void => publish(items.filter((item) => item.clientKey !== clientKey))

  const deliver = async (item: Outgoing): Promise<void> => {
    let { draft } = item
    if (draft.type === 'media' && draft.fileId === '' && item.file) {
      const onProgress = (progress: number) => change(item.clientKey, { progress })
      draft = { ...draft, fileId: await ports.upload(item.conversationId, item.file, onProgress) }
      change(item.clientKey, { draft, progress: 1 })
    }
    const message = await ports.send(item.conversationId, { ...draft, clientKey: item.clientKey } as MessageDraft)
    ports.onSent(message)
    drop(item.clientKey)
  }

  const later = (conversationId: string): void => {
    const tries = attempts.get(conversationId) ?? 0
    attempts.set(conversationId, tries + 1)
    clearTimeout(timers.get(conversationId))
    timers.set(
      conversationId,
      setTimeout(() => void run(conversationId), pauses[Math.min(tries, pauses.length - 1)]),
    )
  }

  const run = async (conversationId: string): Promise<void> => {
    if (running.has(conversationId)) return
    running.add(conversationId)
    clearTimeout(timers.get(conversationId))
    try {
      for (;;) {
        const item = items.find((entry) => entry.conversationId === conversationId && entry.state !== 'failed')
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
    } finally {
      running.delete(conversationId)
    }
  }

  const runAll = (): void => {
    attempts.clear()
    for (const id of new Set(items.map(({ conversationId }) => conversationId))) void run(id)
  }

  return {
    /** Takes a message over. It shows at once and is sent in its turn. */
    add: (item: NewOutgoing): string => {
      const clientKey = newKey()
      const added = { clientKey, createdAt: now().toISOString(), state: 'waiting', progress: 0, error: null } as const
      publish([...items, { quoted: null, ...item, ...added }])
      void run(item.conversationId)
      return clientKey
    },
    /** Tries again under the same key. */
    retry: (clientKey: string): void => {
      const item = items.find((entry) => entry.clientKey === clientKey)
      if (!item) return
      if (item.state === 'failed') change(clientKey, { state: 'waiting', error: null })
      attempts.delete(item.conversationId)
      void run(item.conversationId)
    },
    remove: drop,
    /** Sends everything that waits: on coming online again and at the start. */
    runAll,
    items: (conversationId: string): readonly Outgoing[] => {
      const known = byConversation.get(conversationId)
      if (known) return known
      const found = items.filter((item) => item.conversationId === conversationId)
      const result = found.length > 0 ? found : nothing
      byConversation.set(conversationId, result)
      return result
    },
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
export type Outbox = ReturnType<typeof createOutbox>
