import { asError } from './errors.ts'
import { page } from './page.ts'
import type { IMessage } from './wire.ts'

// A client of the socket.io protocol, version 5, over the WebSocket transport of engine.io, version 4, as far as the
// inbox and the web app need it: one namespace, text events, no acknowledgements.
// https://socket.io/docs/v4/socket-io-protocol/ and https://socket.io/docs/v4/engine-io-protocol/

/** Pauses before a connection is tried again, in ms: doubled each time and moved by up to half, so that not all come at once. */
const RETRY = { first: 1000, longest: 10_000, spread: 0.5 }
/** Until a connection must stand, in ms. */
const PATIENCE = 20_000

type Listener = (...args: never[]) => void
type OwnEvents = {
  connect: () => void
  connect_error: (error: Error) => void
  /** With the reason, in the words of socket.io clients. */
  disconnect: (reason: string) => void
}
type InboxEvents = {
  notification_received: (event: { message?: IMessage }) => void
  unseen_count_changed: (event: { unseenCount?: unknown }) => void
  unread_count_changed: (event: { unreadCount?: unknown }) => void
}

export interface EventSocket<Events> {
  readonly connected: boolean
  /** Connected, or about to be. */
  readonly active: boolean
  /** The server's id of the connection. */
  readonly id: string | undefined
  /** Now, without waiting for the next try. */
  connect(): void
  disconnect(): void
  /** Lost while there is no connection. */
  emit(event: string, ...data: unknown[]): void
  on<K extends keyof (Events & OwnEvents)>(event: K, listener: (Events & OwnEvents)[K]): void
  on(event: string, listener: (data: unknown) => void): void
  once(event: string, listener: Listener): void
  /** Without a listener, all of the event. */
  off(event: string, listener?: Listener): void
}

export type InboxSocket = EventSocket<InboxEvents>

const addressOf = (url: string, path: string): string => {
  const { origin } = new URL(url, page.location?.origin)
  return `${origin.replace(/^http/, 'ws')}${path}/?EIO=4&transport=websocket`
}

const parse = (text: string): unknown => {
  try {
    return text && JSON.parse(text)
  } catch {
    return undefined
  }
}

const createListeners = () => {
  const listeners = new Map<string, Set<Listener>>()
  const off = (event: string, listener?: Listener) => {
    if (listener) listeners.get(event)?.delete(listener)
    else listeners.delete(event)
  }
  const on = (event: string, listener: Listener) => {
    listeners.set(event, (listeners.get(event) ?? new Set()).add(listener))
  }
  return {
    on,
    off,
    once(event: string, listener: Listener) {
      const once: Listener = (...args) => {
        off(event, once)
        listener(...args)
      }
      on(event, once)
    },
    tell(event: string, ...args: unknown[]) {
      for (const listener of [...(listeners.get(event) ?? [])]) (listener as (...all: unknown[]) => void)(...args)
    },
  }
}

/** Hears a connection end without a word: the server's pings stay away. */
const createWatchdog = (lost: () => void) => {
  let timer: ReturnType<typeof setTimeout> | undefined
  let allowed = PATIENCE
  return {
    hear(ms = allowed) {
      clearTimeout(timer)
      allowed = ms
      timer = setTimeout(lost, ms)
    },
    stop: () => clearTimeout(timer),
  }
}

/** Tries again after pauses that grow until a connection stands. */
const createRetry = (begin: () => void) => {
  let tries = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  return {
    again() {
      const pause = Math.min(RETRY.first * 2 ** tries++, RETRY.longest)
      timer = setTimeout(begin, pause * (1 + RETRY.spread * (2 * Math.random() - 1)))
    },
    stop: () => clearTimeout(timer),
    reset() {
      tries = 0
    },
  }
}

const dial = (url: string, path: string): WebSocket | Error => {
  try {
    return new WebSocket(addressOf(url, path))
  } catch (error) {
    return asError(error)
  }
}

type Link = {
  auth: () => Record<string, unknown>
  watchdog: ReturnType<typeof createWatchdog>
  lose: (reason: string) => void
  end: (reason: string) => void
  connected: (id: string) => void
  refused: (message: string) => void
  tell: (event: string, ...data: unknown[]) => void
}

/** What the packets of the server do, by their type. */
const createHearing = ({ auth, watchdog, lose, end, connected, refused, tell }: Link) => {
  const kinds: Record<string, (body: string, socket: WebSocket) => void> = {
    // The transport stands: how long its pings may stay away, then who we are.
    0: (body, socket) => {
      const { pingInterval = 25_000, pingTimeout = 20_000 } = (parse(body) ?? {}) as Record<string, number>
      watchdog.hear(pingInterval + pingTimeout)
      socket.send(`40${JSON.stringify(auth())}`)
    },
    1: () => lose('transport close'),
    2: (_, socket) => {
      watchdog.hear()
      socket.send('3')
    },
    40: (body) => connected(((parse(body) ?? {}) as { sid?: string }).sid ?? ''),
    41: () => end('io server disconnect'),
    42: (body) => {
      const [name, ...data] = (parse(body.replace(/^\d+/, '')) ?? []) as [string?, ...unknown[]]
      if (typeof name === 'string') tell(name, ...data)
    },
    44: (body) => {
      const { message = 'refused' } = (parse(body) ?? {}) as { message?: string }
      refused(message)
    },
  }
  return (packet: string, socket: WebSocket): void => {
    const type = packet[0] === '4' ? packet.slice(0, 2) : packet.slice(0, 1)
    kinds[type]?.(packet.slice(type.length), socket)
  }
}

/**
 * Connects at once to a socket.io server and comes back automatically whenever the connection is lost, but not when the
 * server or `disconnect` ended it.
 * @param url Of the server; its path is not used.
 * @param auth Asked at each connection.
 * @param path Where the server listens; by default that of notification services.
 */
export const openSocket = <Events = InboxEvents>(
  url: string,
  auth: () => Record<string, unknown>,
  path = '/socket.io',
): EventSocket<Events> => {
  const { on, once, off, tell } = createListeners()
  let transport: WebSocket | undefined
  let id: string | undefined
  let wanted = false
  const retry = createRetry(begin)

  /** Leaves the connection, whatever it still says. */
  const leave = () => {
    watchdog.stop()
    page.window?.removeEventListener('offline', goOffline)
    const left = transport
    transport = undefined
    if (left && left.readyState <= WebSocket.OPEN) left.close()
    const was = id
    id = undefined
    return was !== undefined
  }

  const lose = (reason: string) => {
    if (leave()) tell('disconnect', reason)
    else tell('connect_error', new Error(reason === 'transport close' ? 'websocket error' : reason))
    if (wanted && !transport) retry.again()
  }
  /** The browser knows sooner than the pings. */
  const goOffline = () => lose('transport close')
  const watchdog = createWatchdog(() => lose(id ? 'ping timeout' : 'timeout'))

  const end = (reason: string) => {
    wanted = false
    retry.stop()
    if (leave()) tell('disconnect', reason)
  }

  const connected = (sid: string) => {
    id = sid
    retry.reset()
    tell('connect')
  }
  const refused = (message: string) => {
    wanted = false
    leave()
    tell('connect_error', new Error(message))
  }
  const hear = createHearing({ auth, watchdog, lose, end, connected, refused, tell })

  function begin() {
    retry.stop()
    const socket = dial(url, path)
    if (socket instanceof Error) {
      // The policy of the page forbids it; it will not change while the page is there.
      wanted = false
      queueMicrotask(() => tell('connect_error', socket))
      return
    }
    transport = socket
    watchdog.hear(PATIENCE)
    page.window?.addEventListener('offline', goOffline)
    socket.onclose = () => {
      if (transport === socket) lose('transport close')
    }
    socket.onmessage = ({ data }) => {
      if (transport === socket && typeof data === 'string') hear(data, socket)
    }
  }

  const connect = () => {
    if (transport) return
    wanted = true
    retry.reset()
    begin()
  }
  connect()

  return {
    get connected() {
      return id !== undefined
    },
    get active() {
      return wanted
    },
    get id() {
      return id
    },
    connect,
    disconnect: () => end('io client disconnect'),
    emit: (event, ...data) => {
      if (id !== undefined) transport?.send(`42${JSON.stringify([event, ...data])}`)
    },
    on: on as EventSocket<Events>['on'],
    once,
    off,
  }
}
