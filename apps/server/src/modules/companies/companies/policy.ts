import type { MemberRole } from '@recado/contracts'

type Standing = { userId: string; role: MemberRole; owner: boolean }

/** Whether a member may be changed or removed by another: the owner only by themselves. */
export const mayChangeMember = (actorId: string, member: Standing): boolean =>
  !member.owner || member.userId === actorId

/** Whether a company keeps an admin when this member is no longer one. */
export const keepsAnAdmin = (adminIds: readonly string[], leavingUserId: string): boolean =>
  adminIds.some((id) => id !== leavingUserId)

type Answerable = { acceptedAt: Date | null; declinedAt: Date | null; revokedAt: Date | null; expiresAt: Date }

/** What has become of an invitation. */
export const invitationState = (row: Answerable, now: Date) => {
  if (row.acceptedAt) return 'accepted' as const
  if (row.declinedAt) return 'declined' as const
  if (row.revokedAt) return 'revoked' as const
  return row.expiresAt <= now ? ('expired' as const) : ('open' as const)
}
