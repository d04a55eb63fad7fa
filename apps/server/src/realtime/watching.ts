import type { ClientToServer, ServerToClient } from '@recado/contracts/realtime'
import type { Server, Socket } from 'socket.io'
import { z } from 'zod'
import type { Deps } from '#server/context.ts'
import type { ResolvedSession } from '#server/http/mount.ts'
import type { ConversationVisibility } from './conversation-visibility.ts'
import { companyRoom } from './rooms.ts'
import { createViewers } from './viewers.ts'

/** `names`: it was opened for a company by name, and stays there when its session moves to another. */
export type SocketData = { session: ResolvedSession; names: boolean }
export type Io = Server<ClientToServer, ServerToClient, Record<string, never>, SocketData>
export type IoSocket = Socket<ClientToServer, ServerToClient, Record<string, never>, SocketData>

/** More often than this no one opens conversations or begins to type; what is said in between counts when it is over. */
const PAUSE_MS = 250

const place = z.object({ conversationId: z.uuid().nullable(), typing: z.boolean().default(false) })
type Place = z.infer<typeof place>

const roomOf = (conversationId: string) => `conversation:${conversationId}`

/** What browsers say of the conversation they have open, and what others are told of it. */
export const createWatching = (io: Io, deps: Deps, visibility: ConversationVisibility) => {
  const socketsIn = (conversationId: string): IoSocket[] =>
    [...(io.of('/').adapter.rooms.get(roomOf(conversationId)) ?? [])].flatMap((id) => io.of('/').sockets.get(id) ?? [])

  /** Everybody hears of the others. */
  const tellOne = (socket: IoSocket, conversationId: string) => {
    const { userId } = socket.data.session.actor
    const viewers = all.of(conversationId).filter((viewer) => viewer.userId !== userId)
    socket.emit('viewers', { conversationId, viewers })
  }
  const all = createViewers(deps, (conversationId) => {
    for (const socket of socketsIn(conversationId)) tellOne(socket, conversationId)
  })

  const leave = (socket: IoSocket) => {
    for (const room of socket.rooms) if (room.startsWith('conversation:')) void socket.leave(room)
    all.leave(socket.id)
  }

  const mayView = async (socket: IoSocket, conversationId: string): Promise<boolean> => {
    const { session } = socket.data
    return session.company !== null && visibility.sees(session.company.id, session.actor.userId, conversationId)
  }

  const settle = async (socket: IoSocket, { conversationId, typing }: Place): Promise<void> => {
    if (conversationId === null) return leave(socket)
    if (!(await mayView(socket, conversationId))) return leave(socket)
    if (!socket.connected) return
    const isNew = !socket.rooms.has(roomOf(conversationId))
    if (isNew) leave(socket)
    void socket.join(roomOf(conversationId))
    const { userId, name } = socket.data.session.actor
    all.open(socket.id, { userId, name }, conversationId, typing)
    if (isNew) tellOne(socket, conversationId)
  }

  /** Shows out of a company's conversations whoever may not see theirs any more. */
  const review = async (companyId: string): Promise<void> => {
    for (const id of io.of('/').adapter.rooms.get(companyRoom(companyId)) ?? []) {
      const socket = io.of('/').sockets.get(id)
      const room = [...(socket?.rooms ?? [])].find((name) => name.startsWith(roomOf('')))
      if (socket && room && !(await mayView(socket, room.slice(roomOf('').length)))) leave(socket)
    }
  }
  const stop = deps.bus.subscribe('changes', ({ change }) => {
    if (change.event !== 'company.access_changed' || change.companyId === undefined) return
    review(change.companyId).catch((err: unknown) => deps.log.error({ err }, 'viewers could not be reviewed'))
  })

  /** One thing at a time; of what is said meanwhile, the last counts. */
  const listen = (socket: IoSocket) => {
    let next: Place | null = null
    let busy = false
    const work = async () => {
      if (busy) return
      busy = true
      while (next) {
        const wanted = next
        next = null
        await settle(socket, wanted).catch((err: unknown) => deps.log.error({ err }, 'a viewer could not be placed'))
        await new Promise((resolve) => setTimeout(resolve, PAUSE_MS).unref())
      }
      busy = false
    }
    socket.on('viewing', (said: unknown) => {
      const known = place.safeParse(said)
      if (!known.success) return
      next = known.data
      void work()
    })
    socket.on('disconnect', () => {
      next = null
      all.leave(socket.id)
    })
  }

  return {
    listen,
    /** Removes a viewer who may no longer see the conversation. */
    expel: (userId: string, conversationId: string) => {
      for (const socket of socketsIn(conversationId)) if (socket.data.session.actor.userId === userId) leave(socket)
    },
    close: () => {
      stop()
      all.close()
    },
  }
}
