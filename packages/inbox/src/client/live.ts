import { type Core, pause } from './core.ts'
import type { createCounts } from './counts.ts'
import { logError } from './log.ts'
import { page } from './page.ts'
import { type InboxSocket, openSocket } from './socket.ts'

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
  page.document?.dispatchEvent(new CustomEvent(`novu:${name}`, { detail: count }))
}

/** How long the counts wait for the socket at first, in ms: what is read before it is there must be read again. */
const PATIENCE = 250

/** Pause before a socket that was sent away comes back, in ms: doubled each time, unless it had stayed for a while. */
const SENT_AWAY = { first: 1000, longest: 300_000, stayed: 60_000 }

/** Brings back a socket that was sent away, with a new token. */
const createReturning = (core: Core) => {
  /** Of the connection that is there or was the last, until the socket was sent away from it. */
  let connectedAt: number | undefined
  let sentAway = 0
  let isReturning = false
  return {
    connected() {
      connectedAt = Date.now()
    },
    /** The server sends away whose token it does not accept, and such a socket does not come back automatically. */
    async comeBack(opened: InboxSocket, signal: AbortSignal) {
      const { token } = core.state.session
      if (!token || isReturning) return
      isReturning = true
      if (connectedAt !== undefined && Date.now() - connectedAt > SENT_AWAY.stayed) sentAway = 0
      connectedAt = undefined
      try {
        await pause(Math.min(SENT_AWAY.first * 2 ** sentAway++, SENT_AWAY.longest), signal)
        await core.retrying(() => core.renew(token))
        if (!signal.aborted) opened.connect()
      } catch (error) {
        if (!signal.aborted) logError('The session of the inbox could not be renewed', error)
      } finally {
        isReturning = false
      }
    },
  }
}

/**
 * The socket: it brings new notifications and counts. Whenever it was away, everything is read again when it is back;
 * while it is away, when someone looks at the page.
 */
export const createLive = (core: Core, counts: ReturnType<typeof createCounts>, refresh: () => void) => {
  let socket: InboxSocket | undefined
  /** Something may have changed that no event told of. */
  let missed = false
  const returning = createReturning(core)
  let told: { unseen?: number; unread?: number } = {}
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

  const open = (signal: AbortSignal, ready: () => void) => {
    const { backendUrl, socketUrl } = core.options
    const opened = openSocket(socketUrl || backendUrl || page.location?.origin || '', () => ({
      token: core.state.session.token,
    }))
    socket = opened
    signal.addEventListener('abort', () => opened.disconnect())
    opened.on('connect', () => {
      returning.connected()
      core.set({ connection: 'connected' })
      if (missed) gathered.call()
      ready()
    })
    opened.on('connect_error', (error) => {
      logError('The socket of the inbox failed', error)
      core.set({ connection: 'disconnected' })
      missed = true
      if (!opened.active) void returning.comeBack(opened, signal)
    })
    opened.on('disconnect', (reason) => {
      if (signal.aborted) return
      core.set({ connection: 'disconnected' })
      missed = true
      if (reason === 'io server disconnect') void returning.comeBack(opened, signal)
    })
    opened.on('notification_received', (event) => {
      if (event?.message?._id) core.emit('notificationReceived', event.message)
    })
    opened.on('unseen_count_changed', (event) => hear('unseen', event?.unseenCount))
    opened.on('unread_count_changed', (event) => hear('unread', event?.unreadCount))
  }

  const look = () => {
    if (page.document?.visibilityState !== 'visible' || core.state.connection === 'connected') return
    if (!socket?.connected) socket?.connect()
    gathered.call()
  }

  return {
    socket: (): InboxSocket | undefined => socket,
    /** Whether counts must be asked for, because no event told of them; asked once. */
    takeMissed(): boolean {
      const was = missed || core.state.connection !== 'connected'
      missed = core.state.connection !== 'connected'
      return was
    },
    /** Reads again, together with what else is about to be. */
    refreshSoon: gathered.call,
    /** Whoever comes back to the page sees how things are, even without a socket. */
    watchPage(signal: AbortSignal): void {
      for (const event of ['focus', 'online']) page.window?.addEventListener(event, look, { signal })
      page.document?.addEventListener('visibilitychange', look, { signal })
    },
    /** Resolves when the socket is there, or after a moment without it. */
    start: (signal: AbortSignal): Promise<void> =>
      new Promise((resolve) => {
        core.set({ connection: 'connecting' })
        setTimeout(resolve, PATIENCE)
        try {
          open(signal, resolve)
        } catch (error) {
          logError('The socket of the inbox could not be opened', error)
          core.set({ connection: 'disconnected' })
        }
      }),
    stop(): void {
      gathered.cancel()
      told = {}
      socket?.disconnect()
      socket = undefined
      core.set({ connection: 'none' })
    },
  }
}
