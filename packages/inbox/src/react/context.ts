import { createContext, useContext, useRef, useSyncExternalStore } from 'react'
import type { Inbox, InboxState } from '../client/types.ts'

export const InboxContext = createContext<Inbox | null>(null)

/**
 * The inbox of the provider above.
 * @throws when there is none
 */
export function useInbox(): Inbox {
  const inbox = useContext(InboxContext)
  if (!inbox) throw new Error('Wrap your component in NovuProvider: it uses the inbox, and there is none above it')
  return inbox
}

function isSame(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true
  if (!isPlain(a) || !isPlain(b)) return false
  const keys = Object.keys(a)
  return keys.length === Object.keys(b).length && keys.every((key) => key in b && Object.is(a[key], b[key]))
}

const isPlain = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' &&
  value !== null &&
  (Array.isArray(value) || Object.getPrototypeOf(value) === Object.prototype)

/** A part of what the inbox knows. Renders again only when that part, or a field of it, became another. */
export function useInboxState<T>(select: (state: InboxState) => T): T {
  const inbox = useInbox()
  const last = useRef<{ value: T } | null>(null)
  const read = () => {
    const value = select(inbox.getState())
    if (last.current && isSame(last.current.value, value)) return last.current.value
    last.current = { value }
    return value
  }
  return useSyncExternalStore(inbox.subscribe, read, read)
}
