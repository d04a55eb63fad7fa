import type { Server as HttpServer, IncomingMessage } from 'node:http'
import { refuseAbility } from '@recado/contracts'
import { companyHeader } from '@recado/contracts/identity/auth'
import {
  type ChangeEvent,
  type ResumePoint,
  type SequencedChangeEvent,
  socketPath,
  tooManySockets,
} from '@recado/contracts/realtime'
import { Server } from 'socket.io'
import { type Deps, factsOf } from '#server/context.ts'
import { ownOrigins } from '#server/http/cross-site.ts'
import { isForeignHost } from '#server/http/foreign-host.ts'
import type { ResolvedSession, SessionResolver } from '#server/http/mount.ts'
import { clientAddress, trustedProxies } from '#server/lib/client-address.ts'
import { socketConnections } from '#server/lib/metrics.ts'
import { createChangeDelivery, type RoomedChange } from './change-delivery.ts'
import { closeSockets } from './close-sockets.ts'
import type { ConversationVisibility } from './conversation-visibility.ts'
import { companyRoom, memberRoom, userRoom } from './rooms.ts'
import { createWatching, type Io, type IoSocket } from './watching.ts'

const RING = 2000
const FLUSH_MS = 25
/** Each open tab has one. */
const MOST_OF_SESSION = 50
const MOST_OF_USER = 100

/** The last change events with their rooms, by which a client that lost its socket catches up. */
const createRing = () => {
  const entries: { rooms: string[]; change: SequencedChangeEvent }[] = []
  let seq = 0
  return {
    seq: () => seq,
    push: (rooms: string[], change: ChangeEvent) => {
      const entry = { rooms, change: { ...change, seq: ++seq } }
      entries.push(entry)
      if (entries.length > RING) entries.shift()
      return entry
    },
    /** Change events after `from`, up to `until`, for these rooms, or null when some of them are gone. */
    between: (from: number, until: number, rooms: ReadonlySet<string>): SequencedChangeEvent[] | null => {
      const first = entries[0]
      if (from > seq || (first && from < first.change.seq - 1)) return null
      const asked = entries.filter(({ change }) => change.seq > from && change.seq <= until)
      return asked.filter((entry) => entry.rooms.some((room) => rooms.has(room))).map(({ change }) => change)
    },
  }
}

/** Hears of the sockets of sessions that open and close. */
export type SocketWatch = { opened: (session: ResolvedSession) => void; closed: (session: ResolvedSession) => void }

const sessionRoom = (sessionId: string) => `session:${sessionId}`
/** Of its sockets, those that follow it into other companies. */
const followersRoom = (sessionId: string) => `session:${sessionId}:followers`
/** Sockets that work in a company or would, if its rules let them. */
const placeRoom = (companyId: string, userId?: string) => `at:${companyId}${userId ? `:${userId}` : ''}`

/** Rooms that close sockets: of their session, and of the company they are of. */
const closingRooms = ({ session, names }: IoSocket['data']): string[] => {
  const { sessionId, userId } = session.actor
  const place = session.company?.id ?? session.barred?.id
  return [
    sessionRoom(sessionId),
    ...(names ? [] : [followersRoom(sessionId)]),
    ...(place ? [placeRoom(place), placeRoom(place, userId)] : []),
  ]
}

/** Rooms that a session belongs to: its own, its user's, and the company it works in. */
export const roomsOf = (session: ResolvedSession): string[] => [
  sessionRoom(session.actor.sessionId),
  userRoom(session.actor.userId),
  ...(session.company ? [companyRoom(session.company.id), memberRoom(session.company.id, session.actor.userId)] : []),
]

/** Change events that were missed may be of conversations that the member does not see: they read again instead. */
const isLimited = ({ actor, company }: ResolvedSession) =>
  company !== null &&
  (company.member.visibility !== 'all' || refuseAbility('conversations.view', factsOf({ actor, company })) !== null)

export type SocketServer = {
  close: () => Promise<void>
  connections: () => number
}

/** How many sockets each session and each person has. */
const createSocketCounts = () => {
  const counts = new Map<string, number>()
  const isFull = ({ actor }: ResolvedSession): boolean =>
    (counts.get(sessionRoom(actor.sessionId)) ?? 0) >= MOST_OF_SESSION ||
    (counts.get(actor.userId) ?? 0) >= MOST_OF_USER
  const add = ({ actor }: ResolvedSession, by: 1 | -1): void => {
    for (const key of [sessionRoom(actor.sessionId), actor.userId]) {
      const left = (counts.get(key) ?? 0) + by
      if (left > 0) counts.set(key, left)
      else counts.delete(key)
    }
  }
  return { isFull, add }
}

/** Lets in whose session is known and who has room for one more. */
const authenticated =
  (deps: Deps, resolve: SessionResolver, isFull: (session: ResolvedSession) => boolean): Parameters<Io['use']>[0] =>
  (socket, next) => {
    const request: IncomingMessage = socket.request
    const { headers } = request
    const ip = clientAddress(trustedProxies(deps.config), socket.handshake.address, headers['x-forwarded-for'])
    // Browsers cannot set headers of sockets.
    const company: unknown = socket.handshake.auth['company']
    const names = typeof company === 'string' && company !== ''
    resolve(deps, { headers: names ? { ...headers, [companyHeader]: company } : headers, ip })
      .then((session) => {
        if (!session) return next(new Error('unauthenticated'))
        if (isFull(session)) return next(new Error(tooManySockets))
        socket.data.session = session
        socket.data.names = names
        next()
      })
      .catch((err: unknown) => {
        deps.log.error({ err }, 'a socket could not be authenticated')
        next(new Error('internal'))
      })
  }

export type SocketServerOptions = {
  resolve: SessionResolver
  visibility: ConversationVisibility
  watch?: SocketWatch | undefined
}

/**
 * The product's socket: websocket only, authenticated by the session cookie, in the company that `auth` names or else the
 * session's. It carries change events, never records; each has a sequence number, so that a client that comes back asks for those after its last one, or reads again.
 */
export const createSocketServer = (
  http: HttpServer,
  deps: Deps,
  { resolve, visibility, watch }: SocketServerOptions,
): SocketServer => {
  const io: Io = new Server(http, {
    path: socketPath,
    transports: ['websocket'],
    destroyUpgrade: false,
    perMessageDeflate: false,
    serveClient: false,
    maxHttpBufferSize: 64 * 1024,
    // Browsers say where a socket is opened from; pages of other origins get none, whatever cookies they send along.
    allowRequest: (request, decide) => {
      const { origin } = request.headers
      const isOurs = origin === undefined || ownOrigins(deps.config).includes(origin)
      decide(null, isOurs && !isForeignHost(deps.config, request))
    },
  })
  const epoch = deps.processId
  const ring = createRing()
  const watching = createWatching(io, deps, visibility)
  const delivery = createChangeDelivery(io, deps, visibility, watching.expel)
  let pending: RoomedChange[] = []
  let timer: NodeJS.Timeout | undefined

  const flush = () => {
    clearTimeout(timer)
    timer = undefined
    const batch = pending
    pending = []
    delivery.deliver(batch)
  }

  const stops = [
    deps.bus.subscribe('changes', ({ rooms, change }) => {
      pending.push(ring.push(rooms, change))
      timer ??= setTimeout(flush, FLUSH_MS)
    }),
    deps.bus.subscribe('session.ended', ({ sessionIds }) => {
      for (const id of sessionIds) io.in(sessionRoom(id)).disconnectSockets(true)
    }),
    deps.bus.subscribe('session.moved', ({ sessionId }) => io.in(followersRoom(sessionId)).disconnectSockets(true)),
    deps.bus.subscribe('company.changed', ({ companyId, userId }) =>
      io.in(placeRoom(companyId, userId)).disconnectSockets(true),
    ),
  ]
  deps.bus.onGap(() => io.emit('refetch'))

  const counts = createSocketCounts()
  io.use(authenticated(deps, resolve, counts.isFull))

  /** Joins its rooms between two deliveries, and gets what was sent before; what comes after `until` it hears itself. */
  const greet = (socket: IoSocket, until: number) => {
    const rooms = roomsOf(socket.data.session)
    void socket.join(rooms)
    const resume = socket.handshake.auth['resume'] as ResumePoint | undefined
    const isKnown = resume?.epoch === epoch && Number.isInteger(resume.seq) && !isLimited(socket.data.session)
    const missed = isKnown ? ring.between(resume.seq, until, new Set(rooms)) : null
    socket.emit('hello', { epoch, seq: until, resumed: missed !== null })
    if (missed && missed.length > 0) socket.emit('hints', { epoch, hints: missed })
    if (missed === null && resume) socket.emit('refetch')
  }

  io.on('connection', (socket) => {
    socketConnections.inc()
    counts.add(socket.data.session, 1)
    watch?.opened(socket.data.session)
    socket.on('disconnect', () => {
      socketConnections.dec()
      counts.add(socket.data.session, -1)
      watch?.closed(socket.data.session)
    })
    // At once, so that the end of its session, or of a membership, closes it even while it waits.
    void socket.join(closingRooms(socket.data))
    watching.listen(socket)
    flush()
    const until = ring.seq()
    delivery.after(() => socket.connected && greet(socket, until))
  })

  return {
    connections: () => io.engine.clientsCount,
    close: async () => {
      for (const stop of stops) stop()
      clearTimeout(timer)
      watching.close()
      closeSockets(io)
    },
  }
}
