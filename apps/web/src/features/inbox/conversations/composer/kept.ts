import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useCallback, useSyncExternalStore } from 'react'
import { useOwner } from '#web/lib/session/owner.ts'

/** What is chosen or recorded for conversations: it stays with them while this tab is open, as what is typed does. */
const createShelf = () => {
  const values = new Map<string, unknown>()
  const listeners = new Set<() => void>()
  /** Places whose values would be lost with the page. */
  const guarded = new Set<string>()
  const holdPage = (event: BeforeUnloadEvent): void => event.preventDefault()
  return {
    values,
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    tell: (): void => {
      for (const listener of listeners) listener()
    },
    guard: (place: string, on: boolean): void => {
      if (on) guarded.add(place)
      else guarded.delete(place)
      if (guarded.size > 0) window.addEventListener('beforeunload', holdPage)
      else window.removeEventListener('beforeunload', holdPage)
    },
  }
}

const shelves = new WeakMap<QueryClient, ReturnType<typeof createShelf>>()

const useShelf = () => {
  const queryClient = useQueryClient()
  const shelf = shelves.get(queryClient) ?? createShelf()
  shelves.set(queryClient, shelf)
  return shelf
}

const usePlace = (conversationId: string, name: string) => `${useOwner()} ${conversationId} ${name}`

/** Whether something is kept, without hearing of it when that changes. */
export const useIsKept = (conversationId: string, name: string): boolean => {
  const place = usePlace(conversationId, name)
  return useShelf().values.has(place)
}

type Change<T> = T | ((now: T) => T)

/**
 * A value of a conversation that is there again when someone comes back to it. `initial` and `isPrecious` must be the
 * same at every render; the latter says whether a value would be lost with the page, so that leaving it asks.
 */
export const useKept = <T>(
  conversationId: string,
  name: string,
  initial: T,
  isPrecious: ((value: T) => boolean) | null = null,
) => {
  const place = usePlace(conversationId, name)
  const shelf = useShelf()
  const read = useCallback(
    (): T => (shelf.values.has(place) ? (shelf.values.get(place) as T) : initial),
    [shelf, place, initial],
  )
  const set = useCallback(
    (change: Change<T>): void => {
      const next = change instanceof Function ? change(read()) : change
      if (next === initial) shelf.values.delete(place)
      else shelf.values.set(place, next)
      shelf.guard(place, isPrecious?.(next) ?? false)
      shelf.tell()
    },
    [shelf, place, initial, isPrecious, read],
  )
  return [useSyncExternalStore(shelf.subscribe, read), set] as const
}
