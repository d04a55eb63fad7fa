import type { Deps } from '#server/context.ts'
import type { ConversationSights } from '#server/realtime/sights.ts'
import { findLimitedMembers, findPlaces, type LimitedMember, sees } from './queries/people.ts'

/** A change of members or teams is heard of at once; this is for one whose news got lost. */
const KEPT_MS = 5_000

type Kept = { members: Promise<LimitedMember[]>; at: number }

/** The rule of `isVisible` for the socket server, which asks it for each hint. */
export const createSights = (deps: Deps): ConversationSights => {
  const { db } = deps.database
  const kept = new Map<string, Kept>()
  deps.bus.subscribe('hints', ({ hint }) => {
    if ((hint.event === 'member.updated' || hint.event === 'desk.updated') && hint.companyId)
      kept.delete(hint.companyId)
  })

  const membersOf = (companyId: string): Promise<LimitedMember[]> => {
    const known = kept.get(companyId)
    if (known && known.at > Date.now() - KEPT_MS) return known.members
    const members = findLimitedMembers({ db }, companyId)
    kept.set(companyId, { members, at: Date.now() })
    members.catch(() => kept.delete(companyId))
    return members
  }

  return {
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
      const [place] = await findPlaces({ db }, companyId, [conversationId])
      if (!place) return false
      const member = (await findLimitedMembers({ db }, companyId)).find((one) => one.userId === userId)
      return member === undefined || sees(member, place)
    },
  }
}
