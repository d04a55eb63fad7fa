import type { CompanyRules } from '@recado/contracts/companies/company-rules'
import { type CompanyCtx, type Ctx, inTransaction, type UserCtx } from '#server/context.ts'
import { emit } from '#server/events.ts'
import { AppError } from '#server/http/app-error.ts'
import { reconnectUser } from '#server/modules/identity/sessions/index.ts'
import { recordAudit } from '#server/modules/shared/audit/index.ts'
import { emitChange } from '#server/realtime/emit-change.ts'
import { type CompanyRow, lockCompany } from '../queries/companies.ts'
import { findMember, lockAdmins, updateMemberRow } from '../queries/members.ts'
import { changeStanding, planDeletion } from '../standing.ts'
import { assertCurrent } from './companies.ts'
import { lockCurrent, storeRules } from './rules.ts'

type MemberCtx = CompanyCtx & UserCtx

/** Without an owner every admin stands in for one; the caller has made sure that it is an admin. */
const isOwner = (ctx: UserCtx, { ownerId }: CompanyRow) => ownerId === null || ownerId === ctx.actor.userId

const assertOwner = (ctx: UserCtx, company: CompanyRow) => {
  if (!isOwner(ctx, company)) throw new AppError('forbidden')
}

/** Hands the company to another member, who becomes an admin. Throws `forbidden` to all but its owner, and `state_invalid` for one who has not joined. */
export const transferCompany = (ctx: MemberCtx, companyId: string, memberId: string): Promise<CompanyRules> =>
  inTransaction(ctx, async (tx) => {
    const company = await lockCurrent(tx, companyId)
    assertOwner(tx, company)
    const heir = await findMember(tx, memberId)
    if (!heir) throw new AppError('not_found')
    if (heir.status === 'invited' || heir.owner) throw new AppError('state_invalid', { data: { status: heir.status } })
    await updateMemberRow(tx, memberId, { role: 'admin', visibility: 'all' })
    await recordAudit(tx, {
      action: 'company.ownership_transferred',
      target: { type: 'user', id: heir.userId, label: heir.name },
      diff: { ownerId: { before: company.ownerId, after: heir.userId } },
    })
    const saved = await storeRules(tx, company, { ownerId: heir.userId })
    await emit(tx, 'company.members_changed', { companyId })
    await emit(tx, 'member.access_changed', { companyId, userId: heir.userId, role: 'admin' })
    reconnectUser(tx, heir.userId, companyId)
    emitChange(tx, 'member.updated', { companyId })
    emitChange(tx, 'session.changed', { userIds: [heir.userId] })
    return saved
  })

/** Deletes the company in 30 days, for its owner, who types its name. Throws `forbidden` and `state_invalid`. */
export const deleteCompany = (ctx: MemberCtx, companyId: string, name: string): Promise<{ deletionAt: string }> =>
  inTransaction(ctx, async (tx) => {
    assertCurrent(tx, companyId)
    const company = await lockCurrent(tx, companyId)
    assertOwner(tx, company)
    if (company.name.trim() !== name.trim()) {
      throw new AppError('validation_failed', {
        errors: [{ path: 'name', code: 'mismatch', message: 'Not the name of the company' }],
      })
    }
    const deletionAt = (await planDeletion(tx, company, null)).toISOString()
    await emit(tx, 'company.deletion_scheduled', { companyId, deletionAt, reason: null, notify: true })
    return { deletionAt }
  })

/** Calls a deletion off that the owner planned; one by the platform stays. Throws `not_found` to all but the owner. */
export const keepCompany = (ctx: UserCtx, companyId: string): Promise<void> =>
  inTransaction(ctx, async (tx: Ctx & UserCtx) => {
    const company = await lockCompany(tx, companyId)
    const admins = await lockAdmins(tx, companyId)
    if (!company || !admins.includes(tx.actor.userId) || !isOwner(tx, company)) throw new AppError('not_found')
    if (company.status !== 'deleting' || company.statusReason !== null)
      throw new AppError('state_invalid', { data: { status: company.status } })
    const status = company.statusBefore && company.statusBefore !== 'suspended' ? company.statusBefore : 'active'
    const standing = { status, statusBefore: null, deletionAt: null }
    await changeStanding(tx, company, { action: 'company.deletion_canceled', standing, reason: null })
  })
