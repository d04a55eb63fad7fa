import { v7 as uuidv7 } from 'uuid'
import type { Ctx } from '#server/context.ts'
import { noteCompany } from '../product-events/index.ts'
import { type CompanyRow, findCompany, lockCompany, updateCompany } from './queries/companies.ts'
import { insertMember } from './queries/members.ts'

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

/** Takes companies away whose time is over; answers which. */
export const removeCompany = async (tx: Ctx, companyId: string): Promise<void> => {
  await updateCompany(tx, companyId, { deletedAt: tx.now() })
}

/** Makes somebody a member of a company; null when there is no such company. */
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
    id: uuidv7(),
    companyId,
    userId,
    role,
    status: 'new',
    joinedAt: at,
    createdAt: at,
  })
  await noteCompany(tx, companyId)
  return company
}
