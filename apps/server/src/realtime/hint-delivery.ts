import type { SequencedHint } from '@recado/contracts/realtime'
import type { Deps } from '#server/context.ts'
import type { ConversationVisibility } from './conversation-visibility.ts'
import type { Io } from './watching.ts'

export type RoomedHint = { rooms: string[]; hint: SequencedHint }

/** The sockets of one member in one company. */
export const memberRoom = (companyId: string, userId: string) => `company:${companyId}:user:${userId}`

const speaksOfConversations = ({ rooms, hint }: RoomedHint) =>
  hint.companyId !== undefined && (hint.conversationIds?.length ?? 0) > 0 && rooms.includes(`company:${hint.companyId}`)

/** The part of a hint that a member may hear. Which of its messages are of which conversation it does not say. */
const partFor = (hint: SequencedHint, seen: ReadonlySet<string>): SequencedHint[] => {
  const told = hint.conversationIds ?? []
  const own = told.filter((id) => seen.has(id))
  if (own.length === 0) return []
  if (own.length === told.length) return [hint]
  const { ids: _, ...rest } = hint
  return [{ ...rest, conversationIds: own }]
}

/**
 * Sends hints to their rooms in the order in which they came. Members who do not see every conversation of the company
 * hear only of those that they see at this moment, and nobody of a company that has no chat any more; when that cannot
 * be found out, they are told to read anew.
 */
export const createHintDelivery = (
  io: Io,
  deps: Pick<Deps, 'log' | 'processId'>,
  visibility: ConversationVisibility,
  expel: (userId: string, conversationId: string) => void,
) => {
  const epoch = deps.processId
  const isHere = (companyId: string) => (userId: string) => io.of('/').adapter.rooms.has(memberRoom(companyId, userId))

  const toMember = (room: string, hints: SequencedHint[]) => {
    if (hints.length > 0) io.to(room).emit('hints', { epoch, hints })
  }

  const deliverOf = async (companyId: string, entries: readonly RoomedHint[]): Promise<void> => {
    if (!(await visibility.isOpen(companyId))) return
    const hints = entries.map(({ hint }) => hint)
    const ids = [...new Set(hints.flatMap((hint) => hint.conversationIds ?? []))]
    const limited = await visibility.ofLimited(companyId, ids, isHere(companyId))
    const rooms = [...limited.keys()].map((userId) => memberRoom(companyId, userId))
    io.to(`company:${companyId}`).except(rooms).emit('hints', { epoch, hints })
    for (const [userId, seen] of limited) {
      for (const id of ids) if (!seen.has(id)) expel(userId, id)
      const own = hints.flatMap((hint) => partFor(hint, seen))
      toMember(memberRoom(companyId, userId), own)
    }
  }

  const deliver = async (batch: readonly RoomedHint[]): Promise<void> => {
    const groups = Map.groupBy(batch, (entry) =>
      speaksOfConversations(entry) ? `of ${entry.hint.companyId}` : entry.rooms.join(' '),
    )
    for (const entries of groups.values()) {
      const [first] = entries
      if (!first) continue
      const { companyId } = first.hint
      if (!speaksOfConversations(first) || companyId === undefined) {
        io.to(first.rooms).emit('hints', { epoch, hints: entries.map(({ hint }) => hint) })
        continue
      }
      await deliverOf(companyId, entries).catch((err: unknown) => {
        deps.log.error({ err }, 'hints could not be delivered')
        io.to(`company:${companyId}`).emit('refetch')
      })
    }
  }

  let chain = Promise.resolve()
  return {
    deliver: (batch: readonly RoomedHint[]): void => {
      chain = chain.then(() => deliver(batch))
    },
    /** Runs when everything given so far has been sent, and before anything given later. */
    after: (run: () => void): void => {
      chain = chain.then(run)
    },
  }
}
