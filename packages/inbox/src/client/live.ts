import type { Socket } from 'socket.io-client'
import type { Core } from './core.ts'
import type { createCounts } from './counts.ts'
import { logError } from './log.ts'
import type { IMessage } from './wire.ts'

/** Pause in which events are gathered, in ms; and how long a stream of them may put off what they cause. */
const DEBOUNCE = 100
const LONGEST = 1000

/** Runs once after a pause in the calls, and at the latest `LONGEST` ms after the first of them. */
export const createDebounced = (work: () => void) => {
  let timer: ReturnType<typeof setTimeout> | undefined
  let first = 0
  const cancel = () => {
    clearTimeout(timer)
    timer = undefined
  }
  const call = () => {
    const now = Date.now()
    if (timer === undefined) first = now
    cancel()
    timer = setTimeout(
      () => {
        timer = undefined
        work()
      },
      Math.min(DEBOUNCE, Math.max(0, first + LONGEST - now)),
    )
  }
  return { call, cancel }
}

const tellPage = (name: string, count: number) => {
  if (typeof document === 'undefined') return
  document.dispatchEvent(new CustomEvent(`novu:${name}`, { detail: count }))
}

/**
 * The socket: it brings new notifications and counts. Whenever it was away, everything is read again when it is back;
 * while it is away, when somebody looks at the page.
 */
export const createLive = (core: Core, counts: ReturnType<typeof createCounts>, refresh: () => void) => {
  let socket: Socket | undefined
  const told: { unseen?: number; unread?: number } = {}
  const gathered = createDebounced(() => {
    for (const name of ['unseen', 'unread'] as const) {
      const count = told[name]
      if (count === undefined) continue
      delete told[name]
      counts.tell(name, count)
      tellPage(`${name}_count_changed`, count)
    }
    refresh()
  })
  const hear = (name: 'unseen' | 'unread', count: unknown) => {
    if (!Number.isInteger(count)) return
    told[name] = count as number
    gathered.call()
  }

  const open = async (signal: AbortSignal) => {
    const { io } = await import('socket.io-client')
    if (signal.aborted) return
    const { backendUrl, socketUrl } = core.options
    const opened = io(socketUrl || backendUrl || location.origin, {
      transports: ['websocket'],
      reconnectionDelayMax: 10_000,
      forceNew: true,
      auth: (give) => give({ token: core.state.session.token }),
    })
    socket = opened
    signal.addEventListener('abort', () => opened.disconnect())
    let wasAway = false
    opened.on('connect', () => {
      core.set({ connection: 'connected' })
      if (wasAway) refresh()
      wasAway = false
    })
    opened.on('connect_error', (error) => {
      logError('The socket of the inbox failed', error)
      core.set({ connection: 'disconnected' })
      wasAway = true
    })
    opened.on('disconnect', (reason) => {
      if (signal.aborted) return
      core.set({ connection: 'disconnected' })
      wasAway = true
      const { token } = core.state.session
      // The server sends away whose token it does not accept, and such a socket does not come back by itself.
      if (reason !== 'io server disconnect' || !token) return
      setTimeout(() => {
        if (signal.aborted) return
        core.renew(token).then(
          () => {
            if (!signal.aborted) opened.connect()
          },
          (error: unknown) => {
            if (!signal.aborted) logError('The session of the inbox could not be renewed', error)
          },
        )
      }, 1000)
    })
    opened.on('notification_received', (event: { message?: IMessage }) => {
      if (event?.message?._id) core.emit('notificationReceived', event.message)
    })
    opened.on('unseen_count_changed', (event: { unseenCount?: unknown }) => hear('unseen', event?.unseenCount))
    opened.on('unread_count_changed', (event: { unreadCount?: unknown }) => hear('unread', event?.unreadCount))
  }

  const look = () => {
    if (document.visibilityState !== 'visible' || core.state.connection === 'connected') return
    if (socket && !socket.connected && !socket.active) socket.connect()
    gathered.call()
  }

  return {
    socket: (): Socket | undefined => socket,
    /** Reads again, together with what else is about to be. */
    refreshSoon: gathered.call,
    start(signal: AbortSignal): void {
      core.set({ connection: 'connecting' })
      open(signal).catch((error: unknown) => {
        if (signal.aborted) return
        logError('The socket of the inbox failed', error)
        core.set({ connection: 'disconnected' })
      })
      if (typeof window === 'undefined') return
      for (const event of ['focus', 'online'] as const) window.addEventListener(event, look, { signal })
      document.addEventListener('visibilitychange', look, { signal })
    },
    stop(): void {
      gathered.cancel()
      socket?.disconnect()
      socket = undefined
      core.set({ connection: 'none' })
    },
  }
}
