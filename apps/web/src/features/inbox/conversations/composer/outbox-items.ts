import type { Message, MessageDraft } from '@recado/contracts/inbox/messages'
import type { ApiErrorCode } from '#web/lib/api/api.ts'
import type { TextStore } from '#web/lib/ui/browser-store.ts'

/** A note for the team; it goes the same way as messages, so that none is lost. */
type NoteDraft = { type: 'note'; clientKey: string; body: string; mentions: string[]; fileId?: string }
export type AnyDraft = MessageDraft | NoteDraft

/** What is sent, without the key that names the sending. */
export type OutgoingDraft = AnyDraft extends infer D ? (D extends unknown ? Omit<D, 'clientKey'> : never) : never

/** What is done with the conversation once the message is on its way. */
export type Afterwards = 'resolve' | 'snooze'

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
  /** Too large for its kind, so it is sent as a document. */
  asDocument?: boolean
  fileUrl?: string
  state: 'waiting' | 'sending' | 'offline' | 'failed'
  afterwards?: Afterwards
  /** Goes out although a colleague answers: the sender was asked. */
  anyway?: boolean
  /** From 0 to 1 while a file goes up. */
  progress: number
  error: ApiErrorCode | null
}

export type NewOutgoing = Pick<Outgoing, 'conversationId' | 'draft' | 'text'> &
  Partial<Pick<Outgoing, 'file' | 'asDocument' | 'fileUrl' | 'quoted' | 'afterwards' | 'anyway'>>

const nothing: readonly Outgoing[] = []

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

/** So many of the items that are done with are remembered, for other tabs that still have them. */
const mostDone = 500

const readDone = (store: TextStore, key: string): string[] => {
  try {
    const stored: unknown = JSON.parse(store.getItem(key) ?? '[]')
    return Array.isArray(stored) ? stored.filter((item) => typeof item === 'string') : []
  } catch {
    return []
  }
}

/** Whether the item's file has yet to be uploaded. */
export const needsUpload = ({ draft, file }: Outgoing): boolean =>
  file !== undefined && (draft.type === 'media' || draft.type === 'note') && !draft.fileId

/** Where an outbox that is stored under this key names the items that were sent, taken back or discarded. */
export const doneKeyOf = (storeKey: string): string => `${storeKey}.done`

/**
 * The items of an outbox in their order, kept in a store as they change; files cannot be kept. Tabs share the store:
 * what one of them is done with is named there, so that no other sends it.
 */
export const createOutboxItems = (store: TextStore, storeKey: string) => {
  const doneKey = doneKeyOf(storeKey)
  const doneBefore = new Set(readDone(store, doneKey))
  let items: Outgoing[] = readStored(store, storeKey).filter(({ clientKey }) => !doneBefore.has(clientKey))
  /** Whatever this tab has had: the rest of what is stored belongs to other tabs, and stays. */
  const ours = new Set(items.map(({ clientKey }) => clientKey))
  const byConversation = new Map<string, readonly Outgoing[]>()
  const listeners = new Set<() => void>()

  const publish = (next: Outgoing[]): void => {
    items = next
    for (const { clientKey } of items) ours.add(clientKey)
    byConversation.clear()
    try {
      const own = items.filter((item) => !needsUpload(item)).map(({ fileUrl: _, file: __, ...item }) => item)
      const kept = [...readStored(store, storeKey).filter(({ clientKey }) => !ours.has(clientKey)), ...own]
      if (kept.length === 0) store.removeItem(storeKey)
      else store.setItem(storeKey, JSON.stringify(kept))
    } catch {
      // A full storage only loses what a reload would bring back.
    }
    for (const listener of listeners) listener()
  }

  const noteDone = (clientKey: string): void => {
    try {
      store.setItem(doneKey, JSON.stringify([...readDone(store, doneKey), clientKey].slice(-mostDone)))
    } catch {
      // A full storage only lets other tabs send once more what the server knows already.
    }
  }

  return {
    /** Lets go of what other tabs are done with. */
    dropDone: (): void => {
      const done = new Set(readDone(store, doneKey))
      if (items.some(({ clientKey }) => done.has(clientKey)))
        publish(items.filter(({ clientKey }) => !done.has(clientKey)))
    },
    all: (): readonly Outgoing[] => items,
    /** What can be sent as it is, by conversation. A file that is not uploaded yet holds up nothing. */
    waiting: (): Map<string, Outgoing[]> =>
      Map.groupBy(
        items.filter((item) => item.state !== 'failed' && !needsUpload(item)),
        ({ conversationId }) => conversationId,
      ),
    find: (clientKey: string): Outgoing | undefined => items.find((item) => item.clientKey === clientKey),
    of: (conversationId: string): readonly Outgoing[] => {
      const known = byConversation.get(conversationId)
      if (known) return known
      const found = items.filter((item) => item.conversationId === conversationId)
      const result = found.length > 0 ? found : nothing
      byConversation.set(conversationId, result)
      return result
    },
    add: (item: Outgoing): void => publish([...items, item]),
    addBefore: (clientKey: string, item: Outgoing): void =>
      publish(items.flatMap((one) => (one.clientKey === clientKey ? [item, one] : [one]))),
    change: (clientKey: string, part: Partial<Outgoing>): void =>
      publish(items.map((item) => (item.clientKey === clientKey ? { ...item, ...part } : item))),
    drop: (clientKey: string): void => {
      noteDone(clientKey)
      publish(items.filter((item) => item.clientKey !== clientKey))
    },
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
