import type { ChangeEvent, ChangeEventName } from '@recado/contracts/realtime'
import type { Ctx, Deps } from '#server/context.ts'
import { companyRoom, userRoom } from './rooms.ts'

/** What sends change events: a context, whose transaction may still be open, or a process on its own. */
export type ChangeSource = (Pick<Ctx, 'afterCommit'> & { deps: Pick<Deps, 'bus'> }) | Pick<Deps, 'bus'>

/** Who is told, people by name or else the whole company, and what of theirs changed. */
type Change = ({ companyId: string } | { userIds: readonly string[] }) & {
  companyId?: string
  userIds?: readonly string[]
  conversationIds?: readonly string[]
  ids?: readonly string[]
}

const roomsOf = ({ companyId, userIds }: Change): string[] =>
  userIds?.map(userRoom) ?? (companyId === undefined ? [] : [companyRoom(companyId)])

const eventOf = (event: ChangeEventName, { companyId, conversationIds, ids }: Change): ChangeEvent => ({
  event,
  ...(companyId !== undefined && { companyId }),
  ...(conversationIds && { conversationIds: [...conversationIds] }),
  ...(ids && { ids: [...ids] }),
})

/** Tells browsers that something changed: after the commit of the transaction it is called in, or at once outside of one. */
export const emitChange = (source: ChangeSource, event: ChangeEventName, change: Change): void => {
  const rooms = roomsOf(change)
  if (rooms.length === 0) return
  const message = { rooms, change: eventOf(event, change) }
  if ('bus' in source) source.bus.publish('changes', message)
  else source.afterCommit(() => source.deps.bus.publish('changes', message))
}
