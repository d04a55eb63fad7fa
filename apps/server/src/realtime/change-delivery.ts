import type { SequencedChangeEvent } from '@recado/contracts/realtime'
import type { Deps } from '#server/context.ts'
import type { ConversationVisibility } from './conversation-visibility.ts'
import { companyRoom, memberRoom } from './rooms.ts'
import type { Io } from './watching.ts'

export type RoomedChange = { rooms: string[]; change: SequencedChangeEvent }

const speaksOfConversations = ({ rooms, change }: RoomedChange) =>
  change.companyId !== undefined &&
  (change.conversationIds?.length ?? 0) > 0 &&
  rooms.includes(companyRoom(change.companyId))

/** The part of a change event that a member may hear. Which of its messages are of which conversation it does not say. */
const partFor = (change: SequencedChangeEvent, seen: ReadonlySet<string>): SequencedChangeEvent[] => {
  const told = change.conversationIds ?? []
  const own = told.filter((id) => seen.has(id))
  if (own.length === 0) return []
  if (own.length === told.length) return [change]
  const { ids: _, ...rest } = change
  return [{ ...rest, conversationIds: own }]
}

/**
 * Sends change events to their rooms in the order in which they came. Members who do not see every conversation of the company
 * hear only of those that they see at this moment, and no one of a company that has no chat any more; when that cannot
 * be found out, they are told to read again.
 */
export const createChangeDelivery = (
  io: Io,
  deps: Pick<Deps, 'log' | 'processId'>,
  visibility: ConversationVisibility,
  expel: (userId: string, conversationId: string) => void,
) => {
  const epoch = deps.processId
  const isHere = (companyId: string) => (userId: string) => io.of('/').adapter.rooms.has(memberRoom(companyId, userId))

  const toMember = (room: string, changes: SequencedChangeEvent[]) => {
    if (changes.length > 0) io.to(room).emit('hints', { epoch, hints: changes })
  }

  const deliverOf = async (companyId: string, entries: readonly RoomedChange[]): Promise<void> => {
    if (!(await visibility.isOpen(companyId))) return
    const changes = entries.map(({ change }) => change)
    const ids = [...new Set(changes.flatMap((change) => change.conversationIds ?? []))]
    const limited = await visibility.ofLimited(companyId, ids, isHere(companyId))
    const rooms = [...limited.keys()].map((userId) => memberRoom(companyId, userId))
    io.to(companyRoom(companyId)).except(rooms).emit('hints', { epoch, hints: changes })
    for (const [userId, seen] of limited) {
      for (const id of ids) if (!seen.has(id)) expel(userId, id)
      const own = changes.flatMap((change) => partFor(change, seen))
      toMember(memberRoom(companyId, userId), own)
    }
  }

  const deliver = async (batch: readonly RoomedChange[]): Promise<void> => {
    const groups = Map.groupBy(batch, (entry) =>
      speaksOfConversations(entry) ? `of ${entry.change.companyId}` : entry.rooms.join(' '),
    )
    for (const entries of groups.values()) {
      const [first] = entries
      if (!first) continue
      const { companyId } = first.change
      if (!speaksOfConversations(first) || companyId === undefined) {
        io.to(first.rooms).emit('hints', { epoch, hints: entries.map(({ change }) => change) })
        continue
      }
      await deliverOf(companyId, entries).catch((err: unknown) => {
        deps.log.error({ err }, 'change events could not be delivered')
        io.to(companyRoom(companyId)).emit('refetch')
      })
    }
  }

  let chain = Promise.resolve()
  return {
    deliver: (batch: readonly RoomedChange[]): void => {
      chain = chain.then(() => deliver(batch))
    },
    /** Runs when everything given so far has been sent, and before anything given later. */
    after: (run: () => void): void => {
      chain = chain.then(run)
    },
  }
}
