import type { Ctx } from '#server/context.ts'
import { recordAudit } from '#server/modules/shared/audit/index.ts'
import { revokeInvitationsBy } from '../queries/invitations.ts'

/** Withdraws a user's pending invitations, in one company or in all, because they may no longer invite. */
export const endInvitationsOf = async (tx: Ctx, userId: string, companyId?: string): Promise<void> => {
  for (const row of await revokeInvitationsBy(tx, userId, companyId)) {
    await recordAudit(tx, {
      action: 'member.invitation_revoked',
      companyId: row.companyId,
      target: { type: 'invitation', id: row.id, label: row.email },
      diff: { withInviter: userId },
    })
  }
}
