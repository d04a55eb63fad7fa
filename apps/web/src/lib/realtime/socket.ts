import {
  type ChangeEvent,
  type ChangeEventName,
  type ClientToServer,
  type ConversationViewers,
  type ResumePoint,
  type ServerToClient,
  socketPath,
  tooManySockets,
} from '@recado/contracts/realtime'
import type { EventSocket } from '@recado/inbox/socket'
import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { createContext, useContext, useEffect, useRef, useSyncExternalStore } from 'react'
import { readAgain } from '../api/read-again.ts'

/** That something happened, never the thing itself. `refetch` means that anything may have. */
export type AppChangeEvent = Omit<ChangeEvent, 'event'> & { event: ChangeEventName | 'refetch' }

/** `full`: this person has as many tabs with a line as they may. */
export type SocketStatus = 'off' | 'connecting' | 'connected' | 'reconnecting' | 'full'

const refusedDelay = 4000

type Line = EventSocket<ServerToClient>

/**
 * The real-time line of this tab: websocket only, known by the session cookie, in the company of the tab. It remembers the last
 * {epoch, seq} and sends it in `auth` when it reconnects, so that the server can send what was missed, or `refetch`.
 */
export const createSocketClient = (company: () => string | null = () => null) => {
  let socket: Line | null = null
  let place: ResumePoint = null
  let status: SocketStatus = 'off'
  let wanted = false
  const changeListeners = new Set<(change: AppChangeEvent) => void>()
  const viewerListeners = new Set<(state: ConversationViewers) => void>()
  const statusListeners = new Set<() => void>()

  const setStatus = (next: SocketStatus): void => {
    if (next === status) return
    status = next
    for (const listener of statusListeners) listener()
  }

  const emit = (change: AppChangeEvent): void => {
    for (const listener of changeListeners) listener(change)
  }

  /** The server closed the line or refused it, so the session may have ended: ask, and try again later. */
  const comeBack = (line: Line): void => {
    emit({ event: 'session.changed' })
    setTimeout(() => wanted && line === socket && line.connect(), refusedDelay * (0.5 + Math.random()))
  }

  const follow = (line: Line): void => {
    line.on('connect', () => setStatus('connected'))
    line.on('disconnect', (reason) => {
      if (!wanted) return
      setStatus('reconnecting')
      if (reason === 'io server disconnect') comeBack(line)
    })
    line.on('connect_error', ({ message }) => {
      if (!wanted) return
      setStatus(message === tooManySockets ? 'full' : 'reconnecting')
      if (!line.active) comeBack(line)
    })
    line.on('hello', ({ epoch, seq }) => {
      const isFirst = place === null
      place = { epoch, seq }
      // Changes between loading the session and this greeting were not delivered.
      if (isFirst) emit({ event: 'session.changed' })
    })
    line.on('hints', ({ epoch, hints }) => {
      for (const { seq, ...change } of hints) {
        place = { epoch, seq }
        emit(change)
      }
    })
    line.on('viewers', (state) => {
      for (const listener of viewerListeners) listener(state)
    })
    line.on('refetch', () => emit({ event: 'refetch' }))
  }

  const connect = async (): Promise<void> => {
    wanted = true
    const { openSocket } = await import('@recado/inbox/socket')
    if (!wanted || socket) return
    setStatus('connecting')
    socket = openSocket<ServerToClient>(location.origin, () => ({ company: company(), resume: place }), socketPath)
    follow(socket)
  }

  const disconnect = (): void => {
    wanted = false
    place = null
    socket?.disconnect()
    socket = null
    setStatus('off')
  }

  return {
    connect,
    disconnect,
    emit,
    /** Tries again at once instead of waiting for the backoff. */
    retry: () => {
      if (socket && !socket.connected) socket.connect()
    },
    /** Tells the server something of this tab; lost while there is no line, so say it again on connecting. */
    send: <E extends keyof ClientToServer>(event: E, ...data: Parameters<ClientToServer[E]>) => {
      socket?.emit(event, ...data)
    },
    status: () => status,
    onChangeEvent: (listener: (change: AppChangeEvent) => void) => {
      changeListeners.add(listener)
      return () => void changeListeners.delete(listener)
    },
    onViewers: (listener: (state: ConversationViewers) => void) => {
      viewerListeners.add(listener)
      return () => void viewerListeners.delete(listener)
    },
    onStatus: (listener: () => void) => {
      statusListeners.add(listener)
      return () => void statusListeners.delete(listener)
    },
  }
}

export type SocketClient = ReturnType<typeof createSocketClient>
export const SocketContext = createContext<SocketClient | null>(null)

/** The socket client of this app. */
export const useSocketClient = (): SocketClient => {
  const client = useContext(SocketContext)
  if (!client) throw new Error('useSocketClient must be used within a SocketContext')
  return client
}

/** How the real-time line is doing. */
export const useSocketStatus = (): SocketStatus => {
  const client = useSocketClient()
  return useSyncExternalStore(client.onStatus, client.status)
}

/** Calls the handler for every change event while mounted, including `refetch`. */
export const useChangeEvents = (handler: (change: AppChangeEvent) => void): void => {
  const client = useSocketClient()
  const latest = useRef(handler)
  useEffect(() => {
    latest.current = handler
  })
  useEffect(() => client.onChangeEvent((change) => latest.current(change)), [client])
}

/**
 * Invalidates query keys when one of the events (or events beginning with `prefix.` for a prefix ending in a dot)
 * arrives, gathered over 100 ms; always on `refetch`. With a conversation only for events that may concern it.
 */
export const useInvalidateOn = (
  events: readonly string[],
  keys: readonly QueryKey[],
  conversationId?: string,
): void => {
  const queryClient = useQueryClient()
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  useChangeEvents(({ event, conversationIds }) => {
    const matches =
      event === 'refetch' || events.some((name) => event === name || (name.endsWith('.') && event.startsWith(name)))
    if (!matches || (conversationId && conversationIds && !conversationIds.includes(conversationId))) return
    timer.current ??= setTimeout(() => {
      timer.current = undefined
      for (const queryKey of keys) void readAgain(queryClient, queryKey)
    }, 100)
  })
  useEffect(() => () => clearTimeout(timer.current), [])
}
