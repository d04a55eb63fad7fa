import type { AuditAction } from '@recado/contracts/shared/audit'
import type { Ctx } from '#server/context.ts'
import { emit } from '#server/events.ts'
import { AppError } from '#server/http/app-error.ts'
import { newId } from '#server/lib/ids.ts'
import { asksNothing, reconnectCompany, securityOf } from '#server/modules/identity/sessions/index.ts'
import { recordAudit } from '#server/modules/shared/audit/index.ts'
import { emitChange } from '#server/realtime/emit-change.ts'
import { type CompanyRow, findCompany, listConnectedChannels, lockCompany, updateCompany } from './queries/companies.ts'
import { insertMember } from './queries/members.ts'
import { emptyCompany } from './queries/removed.ts'

/** Writes what a company may use. Only `recomputeAccess` decides it. */
export const writeAccess = async (tx: Ctx, companyId: string, accessBlocks: string[]): Promise<void> => {
  await updateCompany(tx, companyId, { accessBlocks })
}

export type Standing = Pick<CompanyRow, 'status' | 'statusBefore' | 'statusReason' | 'deletionAt' | 'trialEndsAt'>

/** The company with its row locked until the end of the transaction, or null. */
export const lockStanding = (tx: Ctx, companyId: string): Promise<CompanyRow | null> => lockCompany(tx, companyId)

/** Changes how a company stands with the platform. */
export const writeStanding = async (tx: Ctx, companyId: string, standing: Partial<Standing>): Promise<void> => {
  await updateCompany(tx, companyId, standing)
}

const GRACE_MS = 30 * 86_400_000

/** Browsers and senders of a company learn of its new standing. */
const announceStanding = async (tx: Ctx, companyId: string) => {
  const channels = await listConnectedChannels(tx, companyId)
  emitChange(tx, 'session.changed', { companyId })
  tx.afterCommit(() => {
    for (const channelId of channels) tx.deps.bus.publish('channel.changed', { channelId })
  })
}

type StandingChange = { action: AuditAction; standing: Partial<Standing>; reason: string | null }

/** Changes how a locked company stands, notes it, and lets everything that works for it know. */
export const changeStanding = async (tx: Ctx, company: CompanyRow, change: StandingChange): Promise<void> => {
  const { id, name: label, status: before } = company
  const { action, standing, reason } = change
  await writeStanding(tx, id, standing)
  await recordAudit(tx, {
    action,
    companyId: id,
    target: { type: 'company', id, label },
    diff: { status: { before, after: standing.status ?? before }, ...(reason === null ? {} : { reason }) },
  })
  await announceStanding(tx, id)
}

/**
 * Plans the deletion of a locked company in 30 days and answers when. Without a reason it is the owner who wants it, and
 * may call it off. Throws `state_invalid` when it is planned already.
 */
export const planDeletion = async (tx: Ctx, company: CompanyRow, reason: string | null): Promise<Date> => {
  const { status, statusBefore } = company
  if (status === 'deleting') throw new AppError('state_invalid', { data: { status } })
  const deletionAt = new Date(tx.now().getTime() + GRACE_MS)
  const before = status === 'suspended' ? statusBefore : status
  const standing = { status: 'deleting' as const, statusBefore: before, statusReason: reason, deletionAt }
  await changeStanding(tx, company, { action: 'company.deletion_scheduled', standing, reason })
  return deletionAt
}

/**
 * Undoes what a locked company asks of how its members sign in, so that whom it locked out can work again. Answers false
 * when it asks for nothing.
 */
export const resetSecurity = async (tx: Ctx, company: CompanyRow, reason: string): Promise<boolean> => {
  const { id, name: label } = company
  const before = securityOf(company.security)
  if (asksNothing(before)) return false
  await updateCompany(tx, id, { security: {}, version: company.version + 1 })
  await recordAudit(tx, {
    action: 'company.sign_in_rules_reset',
    companyId: id,
    target: { type: 'company', id, label },
    diff: { security: { before, after: {} }, reason },
  })
  reconnectCompany(tx, id)
  return true
}

/** Takes companies away whose time is over; answers which. */
export const removeCompany = async (tx: Ctx, companyId: string): Promise<void> => {
  await updateCompany(tx, companyId, { deletedAt: tx.now() })
  await announceStanding(tx, companyId)
}

/**
 * Empties the row of a deleted company of everything but its name, for the log that outlives it, and notes that all else
 * is gone.
 */
export const closeRemovedCompany = async (tx: Ctx, companyId: string): Promise<void> => {
  const row = await emptyCompany(tx, companyId)
  if (!row) return
  await recordAudit(tx, {
    action: 'company.purged',
    companyId,
    target: { type: 'company', id: companyId, label: row.name },
  })
}

/** Adds a user to a company as a member; null if there is no such company. */
export const addMember = async (
  tx: Ctx,
  companyId: string,
  userId: string,
  role: 'admin' | 'member',
): Promise<CompanyRow | null> => {
  const company = await findCompany(tx, companyId)
  if (!company) return null
  const at = tx.now()
  await insertMember(tx, {
    id: newId(),
    companyId,
    userId,
    role,
    status: 'new',
    joinedAt: at,
    createdAt: at,
  })
  await emit(tx, 'company.members_changed', { companyId })
  return company
}
