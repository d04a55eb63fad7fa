import type { Ctx } from '#server/context.ts'
import { newId } from '#server/lib/ids.ts'
import { joinTeams } from '#server/modules/companies/teams/index.ts'
import { recordAudit } from '#server/modules/shared/audit/index.ts'
import { insertMember, lockAdmins } from '../queries/members.ts'
import { listMemberships, listTeamIds, type Membership, widenMember } from '../queries/merge.ts'
import { endMembership, passOnWork, passOwnership } from './companies.ts'

const sights = ['assigned', 'teams', 'all'] as const

/** All that either of two memberships allows. */
const widest = (kept: Membership, other: Membership) => ({
  role: kept.role === 'admin' || other.role === 'admin' ? ('admin' as const) : ('member' as const),
  grants: [...new Set([...kept.grants, ...other.grants])],
  visibility: sights[Math.max(sights.indexOf(kept.visibility), sights.indexOf(other.visibility))] ?? kept.visibility,
  status: kept.status === 'active' || other.status === 'active' ? ('active' as const) : kept.status,
})

/**
 * Gives the memberships of one account to another of the same person, in the caller's transaction: companies and teams,
 * roles and grants, ownership and conversations. The first has none afterwards.
 */
export const mergeMemberships = async (tx: Ctx, fromId: string, into: { id: string; name: string }): Promise<void> => {
  const kept = await listMemberships(tx, into.id)
  for (const { member, ownerId } of await listMemberships(tx, fromId)) {
    const { companyId } = member
    await lockAdmins(tx, companyId)
    const own = kept.find((entry) => entry.member.companyId === companyId)?.member
    if (own) await widenMember(tx, own, widest(own, member))
    else await insertMember(tx, { ...member, id: newId(), userId: into.id })
    await joinTeams(tx, companyId, into.id, await listTeamIds(tx, companyId, fromId))
    await passOnWork(tx, { companyId, userId: fromId, successorId: into.id })
    if (ownerId === fromId) await passOwnership(tx, companyId, [into.id], fromId)
    await endMembership(tx, companyId, fromId)
    await recordAudit(tx, {
      action: 'member.merged',
      companyId,
      target: { type: 'user', id: into.id, label: into.name },
      diff: { mergedId: fromId },
    })
  }
}
