import type { Server as HttpServer } from 'node:http'
import { Server, type Socket } from 'socket.io'
import { type Deps, systemCtx } from '#server/context.ts'
import { isForeignHost } from '#server/http/foreign-host.ts'
import { createBatcher } from '#server/lib/batcher.ts'
import { clientAddress, trustedProxies } from '#server/lib/client-address.ts'
import { widgetConnections } from '#server/lib/metrics.ts'
import { isGuarded, type Visit, type Withheld } from '#server/notifications/shared/inbox-guard.ts'
import { closeSockets } from '#server/realtime/close-sockets.ts'
import { readWidgetToken } from '../widget/token.ts'
import { createInboxFeed, type FeedEvent, type View } from './feed.ts'
import { createPresence } from './presence.ts'
import { findEnvironmentsOfSubscribers } from './queries.ts'

/** Where the published clients connect: the default of their transport library. */
export const widgetSocketPath = '/socket.io'

/** What may wait for a socket, in characters; one that lets more pile up is closed, and comes back automatically. */
const MAX_WAITING_LENGTH = 8 * 1024 * 1024
const EXPIRY_CHECK_MS = 60_000
const MOST_OF_SUBSCRIBER = 100

type Speaker = {
  subscriberId: string | null
  expiresAt: number
  /** Whom the product lets see what; null where it has no say. */
  visit: Visit | null
}
type SocketData = Speaker & { isBehind: () => boolean }
type Events = Record<string, (...args: unknown[]) => void>
type WidgetSocket = Socket<Events, Events, Events, SocketData>

const tokenOf = ({ auth, query }: WidgetSocket['handshake']): string => {
  const token: unknown = auth['token'] || query['token']
  return typeof token === 'string' ? token : ''
}

const createServer = (http: HttpServer, deps: Deps) =>
  new Server<Events, Events, Events, SocketData>(http, {
    path: widgetSocketPath,
    transports: ['websocket'],
    destroyUpgrade: false,
    allowRequest: (request, decide) => decide(null, !isForeignHost(deps.config, request)),
    serveClient: false,
    perMessageDeflate: false,
    // Clients say nothing but their token.
    maxHttpBufferSize: 16 * 1024,
    connectTimeout: 15_000,
    pingInterval: 25_000,
    pingTimeout: 20_000,
  })

const unidentified: Speaker = { subscriberId: null, expiresAt: 0, visit: null }

/** Whom a token speaks for. Many that come at the same time are looked up together. */
const createAuthenticator = (deps: Deps) => {
  const ctx = systemCtx(deps, 'notifications.socket')
  const environments = createBatcher<string, string | null>({
    max: 500,
    run: async (ids) => {
      const known = await findEnvironmentsOfSubscribers(ctx, ids)
      return ids.map((id) => known.get(id) ?? null)
    },
  })
  const visits = createBatcher<Visit, Withheld | null>({ max: 500, run: (asked) => deps.inboxGuard.look(ctx, asked) })
  return async ({ handshake }: WidgetSocket): Promise<Speaker> => {
    const claims = readWidgetToken(deps, tokenOf(handshake))
    if (!claims || (await environments.add(claims._id)) !== claims.environmentId) return unidentified
    const ip = clientAddress(trustedProxies(deps.config), handshake.address, handshake.headers['x-forwarded-for'])
    const { subscriberId, sid: sessionId = null } = claims
    const visit = isGuarded(claims) ? { subscriberId, sessionId, ip } : null
    if (visit && (await visits.add(visit)) === null) return unidentified
    return { subscriberId: claims._id, expiresAt: claims.exp * 1000, visit }
  }
}

/** The sockets of each subscriber (internal id). */
const createSubscriberSockets = () => {
  const sockets = new Map<string, Set<WidgetSocket>>()
  return {
    has: (id: string) => sockets.has(id),
    count: (id: string) => sockets.get(id)?.size ?? 0,
    ids: () => sockets.keys(),
    of: (id: string): Iterable<WidgetSocket> => [...(sockets.get(id) ?? [])],
    /** Whether it is their first. */
    add: (id: string, socket: WidgetSocket): boolean => {
      const own = sockets.get(id) ?? new Set()
      sockets.set(id, own.add(socket))
      return own.size === 1
    },
    /** Whether it was their last. */
    remove: (id: string, socket: WidgetSocket): boolean => {
      const own = sockets.get(id)
      own?.delete(socket)
      return own?.size === 0 && sockets.delete(id)
    },
  }
}

/** Watches how much waits for a socket to take it. */
const watchBacklog = ({ conn }: WidgetSocket): (() => boolean) => {
  let waiting = 0
  conn.on('packetCreate', ({ data }: { data?: string }) => {
    waiting += data?.length ?? 0
  })
  conn.on('flush', () => {
    waiting = 0
  })
  return () => waiting > MAX_WAITING_LENGTH
}

/** What is withheld from sockets, as it is now; those that may no longer be there are closed. */
const createGuard = (deps: Deps) => {
  const ctx = systemCtx(deps, 'notifications.socket')
  return async (sockets: readonly WidgetSocket[]): Promise<ReadonlyMap<WidgetSocket, Withheld>> => {
    const visits = sockets.flatMap((socket) => (socket.data.visit ? [{ socket, visit: socket.data.visit }] : []))
    if (visits.length === 0) return new Map()
    const looks = await deps.inboxGuard.look(
      ctx,
      visits.map(({ visit }) => visit),
    )
    const known = new Map<WidgetSocket, Withheld>()
    for (const [i, { socket }] of visits.entries()) {
      const withheld = looks[i] ?? null
      if (withheld === null) socket.disconnect(true)
      else known.set(socket, withheld)
    }
    return known
  }
}

/** The sockets of a subscriber by what they see. */
const viewsOf = (sockets: readonly WidgetSocket[], known: ReadonlyMap<WidgetSocket, Withheld>): View[] => {
  const seeing = (socket: WidgetSocket) => JSON.stringify(known.get(socket) ?? [])
  return Object.values(
    Object.groupBy(
      sockets.filter(({ connected }) => connected),
      seeing,
    ),
  ).map((alike = []) => ({
    withheld: (alike[0] && known.get(alike[0])) ?? [],
    emit: (events) => {
      for (const socket of alike) {
        if (socket.data.isBehind()) socket.request.socket.destroy()
        else emitTogether(socket, events)
      }
    },
  }))
}

/**
 * Sends several events in one write: each by itself would be a call of the system, and most of what a message costs. The
 * transport is held back meanwhile, as it is while it is busy.
 */
const emitTogether = (socket: WidgetSocket, events: readonly FeedEvent[]): void => {
  const { transport } = socket.conn
  const connection = socket.request.socket
  const held = transport.writable
  connection.cork()
  transport.writable = false
  for (const { name, payload } of events) socket.emit(name, payload)
  transport.writable = held
  // The only way to make the library send what it keeps.
  ;(socket.conn as unknown as { flush: () => void }).flush()
  connection.uncork()
}

export type NotificationSocket = {
  close: () => Promise<void>
  connections: () => number
}

/**
 * The socket of the notification widgets (socket.io, websocket only, from pages of any origin). Every socket of a
 * subscriber hears of each change of their inbox; nothing is taken from clients but their token.
 */
export const createNotificationSocket = (http: HttpServer, deps: Deps): NotificationSocket => {
  const io = createServer(http, deps)
  const authenticate = createAuthenticator(deps)
  const subscribers = createSubscriberSockets()
  const drop = (ids: readonly string[]) => {
    for (const id of ids) for (const socket of subscribers.of(id)) socket.disconnect(true)
  }

  const presence = createPresence(deps, { ...subscribers, drop })
  const guard = createGuard(deps)
  const feed = createInboxFeed(deps, {
    ...subscribers,
    views: async (ids) => {
      const of = new Map(Array.from(ids, (id) => [id, [...subscribers.of(id)]]))
      const withheld = await guard([...of.values()].flat())
      return new Map(Array.from(of, ([id, sockets]) => [id, viewsOf(sockets, withheld)]))
    },
  })
  const stops = [
    deps.bus.subscribe('notifications.removed', ({ subscriberIds }) => drop(subscriberIds)),
    deps.bus.subscribe('session.ended', ({ sessionIds }) => {
      const ended = new Set(sessionIds)
      const theirs = [...io.sockets.sockets.values()].filter(({ data }) => ended.has(data.visit?.sessionId ?? ''))
      guard(theirs).catch((err: unknown) => {
        deps.log.error({ err }, 'the sessions of sockets could not be looked at')
        for (const socket of theirs) socket.disconnect(true)
      })
    }),
  ]
  const expiring = setInterval(() => {
    const now = deps.now().getTime()
    for (const socket of io.sockets.sockets.values()) if (socket.data.expiresAt <= now) socket.disconnect(true)
  }, EXPIRY_CHECK_MS)

  io.use((socket, next) => {
    authenticate(socket).then(
      (speaker) => {
        if (speaker.subscriberId && subscribers.count(speaker.subscriberId) >= MOST_OF_SUBSCRIBER)
          return next(new Error('Too many connections of this subscriber'))
        socket.data = { ...speaker, isBehind: watchBacklog(socket) }
        next()
      },
      (err: unknown) => {
        deps.log.error({ err }, 'a socket could not be authenticated')
        // Clients try again by themselves after a broken connection, and do not after a refusal.
        socket.conn.close()
      },
    )
  })

  io.on('connection', (socket) => {
    const { subscriberId } = socket.data
    if (subscriberId === null) return void socket.disconnect(true)
    widgetConnections.inc()
    if (subscribers.add(subscriberId, socket)) presence.changed(subscriberId)
    socket.on('disconnect', () => {
      widgetConnections.dec()
      if (subscribers.remove(subscriberId, socket)) presence.changed(subscriberId)
    })
  })

  return {
    connections: () => io.engine.clientsCount,
    close: async () => {
      for (const stop of stops) stop()
      clearInterval(expiring)
      await feed.close()
      closeSockets(io)
      await presence.close()
    },
  }
}
