import type { Server as HttpServer, IncomingMessage } from 'node:http'
import {
  type Hint,
  type ResumePoint,
  type SequencedHint,
  type ServerToClient,
  socketPath,
} from '@recado/contracts/realtime'
import { Server } from 'socket.io'
import type { Deps } from '../context.ts'
import { ownOrigins } from '../http/cross-site.ts'
import type { ResolvedSession, SessionResolver } from '../http/mount.ts'
import { socketConnections } from '../lib/metrics.ts'
import { closeSockets } from './close-sockets.ts'

const RING = 2000
const FLUSH_MS = 25

type SocketData = { session: ResolvedSession }

/** The last hints with their rooms, by which a client that lost its socket catches up. */
const createRing = () => {
  const entries: { rooms: string[]; hint: SequencedHint }[] = []
  let seq = 0
  return {
    seq: () => seq,
    push: (rooms: string[], hint: Hint) => {
      const entry = { rooms, hint: { ...hint, seq: ++seq } }
      entries.push(entry)
      if (entries.length > RING) entries.shift()
      return entry
    },
    /** Hints after `from` for these rooms, or null when some of them are gone. */
    since: (from: number, rooms: ReadonlySet<string>): SequencedHint[] | null => {
      const first = entries[0]
      if (from > seq || (first && from < first.hint.seq - 1)) return null
      return entries.filter((e) => e.hint.seq > from && e.rooms.some((room) => rooms.has(room))).map((e) => e.hint)
    },
  }
}

/** Rooms that a session belongs to: its own, its user's, and the company it works in. */
export const roomsOf = (session: ResolvedSession): string[] => [
  `session:${session.actor.sessionId}`,
  `user:${session.actor.userId}`,
  ...(session.company ? [`company:${session.company.id}`] : []),
]

export type SocketServer = {
  close: () => Promise<void>
  connections: () => number
}

/**
 * The product's socket: websocket only, authenticated by the session cookie. It carries hints, never records; each
 * has a sequence number, so that a client that comes back asks for those after its last one, or reads anew.
 */
export const createSocketServer = (http: HttpServer, deps: Deps, resolve: SessionResolver): SocketServer => {
  const io = new Server<Record<string, never>, ServerToClient, Record<string, never>, SocketData>(http, {
    path: socketPath,
    transports: ['websocket'],
    destroyUpgrade: false,
    perMessageDeflate: false,
    serveClient: false,
    maxHttpBufferSize: 64 * 1024,
    // Browsers say where a socket is opened from; pages of other origins get none, whatever cookies they send along.
    allowRequest: ({ headers }, decide) =>
      decide(null, headers.origin === undefined || ownOrigins(deps.config).includes(headers.origin)),
  })
  const epoch = deps.processId
  const ring = createRing()
  let pending: { rooms: string[]; hint: SequencedHint }[] = []
  let timer: NodeJS.Timeout | undefined

  const flush = () => {
    timer = undefined
    const batch = pending
    pending = []
    const byRooms = Map.groupBy(batch, (entry) => entry.rooms.join(' '))
    for (const entries of byRooms.values()) {
      const rooms = entries[0]?.rooms ?? []
      io.to(rooms).emit('hints', {
        epoch,
        hints: entries.map((entry) => entry.hint),
      })
    }
  }

  const stops = [
    deps.bus.subscribe('hints', ({ rooms, hint }) => {
      pending.push(ring.push(rooms, hint))
      timer ??= setTimeout(flush, FLUSH_MS)
    }),
    deps.bus.subscribe('session.ended', ({ sessionIds }) => {
      for (const id of sessionIds) io.in(`session:${id}`).disconnectSockets(true)
    }),
  ]
  deps.bus.onGap(() => io.emit('refetch'))

  io.use((socket, next) => {
    const request: IncomingMessage = socket.request
    resolve(deps, { headers: request.headers, ip: socket.handshake.address })
      .then((session) => {
        if (!session) return next(new Error('unauthenticated'))
        socket.data.session = session
        next()
      })
      .catch((err: unknown) => {
        deps.log.error({ err }, 'a socket could not be authenticated')
        next(new Error('internal'))
      })
  })

  io.on('connection', (socket) => {
    socketConnections.inc()
    socket.on('disconnect', () => socketConnections.dec())
    const rooms = roomsOf(socket.data.session)
    void socket.join(rooms)
    const resume = socket.handshake.auth['resume'] as ResumePoint | undefined
    const missed =
      resume?.epoch === epoch && Number.isInteger(resume.seq) ? ring.since(resume.seq, new Set(rooms)) : null
    socket.emit('hello', { epoch, seq: ring.seq(), resumed: missed !== null })
    if (missed && missed.length > 0) socket.emit('hints', { epoch, hints: missed })
    if (missed === null && resume) socket.emit('refetch')
  })

  return {
    connections: () => io.engine.clientsCount,
    close: async () => {
      for (const stop of stops) stop()
      clearTimeout(timer)
      closeSockets(io)
    },
  }
}
