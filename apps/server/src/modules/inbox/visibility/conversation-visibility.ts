import type { ChangeEventName } from '@recado/contracts/realtime'
import type { Deps } from '#server/context.ts'
import { createCache } from '#server/lib/cache.ts'
import type { ConversationVisibility } from '#server/realtime/conversation-visibility.ts'
import { findLimitedMembers, findPlaces, hasChat, sees } from './queries/viewers.ts'

/** A change of members, teams or access is heard of at once; this is for one whose news got lost. */
const KEPT_MS = 5_000

/** Keeps what was found of a company until one of these events speaks of it. */
const keep = <T extends object | boolean>(
  deps: Deps,
  find: (companyId: string) => Promise<T>,
  events: readonly ChangeEventName[],
) => {
  const cache = createCache<T>({ ttlMs: KEPT_MS })
  deps.bus.subscribe('changes', ({ change }) => {
    if (events.includes(change.event) && change.companyId) cache.invalidate(change.companyId)
  })
  return (companyId: string): Promise<T> => cache.load(companyId, () => find(companyId))
}

/** The rule of `isVisible` for the socket server, which asks it for each change event. */
export const createConversationVisibility = (deps: Deps): ConversationVisibility => {
  const { db } = deps.database
  const membersOf = keep(deps, (id) => findLimitedMembers({ db }, id), ['member.updated', 'settings.updated'])
  const isOpen = keep(deps, (id) => hasChat({ db }, id), ['company.access_changed'])

  return {
    isOpen,
    ofLimited: async (companyId, conversationIds, isHere) => {
      const limited = (await membersOf(companyId)).filter(({ userId }) => isHere(userId))
      if (limited.length === 0) return new Map()
      const places = await findPlaces({ db }, companyId, conversationIds)
      return new Map(
        limited.map((member) => [
          member.userId,
          new Set(places.filter((place) => sees(member, place)).map(({ id }) => id)),
        ]),
      )
    },
    sees: async (companyId, userId, conversationId) => {
      if (!(await hasChat({ db }, companyId))) return false
      const [place] = await findPlaces({ db }, companyId, [conversationId])
      if (!place) return false
      const member = (await findLimitedMembers({ db }, companyId)).find((one) => one.userId === userId)
      return member === undefined || sees(member, place)
    },
  }
}
