import type { AdminCompany } from '@recado/contracts/admin/companies'
import { countLimit } from '@recado/contracts/shared/lists'
import { type Ctx, inTransaction, type UserCtx } from '#server/context.ts'
import { emit } from '#server/events.ts'
import { AppError } from '#server/http/app-error.ts'
import { decodeCursor, encodeCursor, keyPlace } from '#server/lib/cursor.ts'
import { newId } from '#server/lib/ids.ts'
import { counted, type PageInput, pageFrom } from '#server/lib/page.ts'
import {
  changeStanding,
  lockStanding,
  planDeletion,
  removeCompany,
  resetSecurity,
  writeStanding,
} from '#server/modules/companies/companies/index.ts'
import { asksNothing, securityOf } from '#server/modules/identity/sessions/index.ts'
import { recordAudit } from '#server/modules/shared/audit/index.ts'
import { blockStates } from './access/actions.ts'
import { findCompanyAccess } from './access/queries.ts'
import * as queries from './queries.ts'

const DAY = 86_400_000

const instantOf = (text: string | null) => (text === null ? null : new Date(text).toISOString())

const viewOf = (row: queries.CompanyListRow): AdminCompany => ({
  id: row.id,
  name: row.name,
  taxId: row.taxId,
  owner: row.ownerId ? { id: row.ownerId, name: row.ownerName ?? '', email: row.ownerEmail ?? '' } : null,
  status: row.status,
  statusReason: row.statusReason,
  deletionAt: instantOf(row.deletionAt),
  trialEndsAt: instantOf(row.trialEndsAt),
  members: row.members,
  channels: row.channels,
  messages30d: row.messages30d,
  tags: row.tags,
  manager: row.managerId ? { id: row.managerId, name: row.managerName ?? '' } : null,
  qualityWorst: row.qualityWorst,
  access_blocks: row.accessBlocks,
  createdAt: new Date(row.createdAt).toISOString(),
  lastActivityAt: instantOf(row.lastActivityAt),
})

/** One page of every company there is, newest first. */
export const listAllCompanies = async (ctx: Ctx, { cursor, limit, count, ...filters }: queries.Filters & PageInput) => {
  const rows = await queries.listCompanies(ctx, filters, decodeCursor(keyPlace, cursor)?.id ?? null, limit + 1)
  const total = count && (await queries.countCompanies(ctx, filters, countLimit))
  return counted(
    pageFrom(rows, limit, viewOf, (row) => encodeCursor({ id: row.id, key: '' })),
    total,
  )
}

const load = async (ctx: Ctx, id: string) => {
  const row = await queries.findCompany(ctx, id)
  if (!row) throw new AppError('not_found')
  return row
}

/** All about one company. Throws `not_found`. */
export const readCompany = async (ctx: Ctx, id: string) => {
  const row = await load(ctx, id)
  const now = ctx.now().getTime()
  const usage = await queries.countUsage(ctx, id, new Date(now - 30 * DAY))
  const errors = await queries.listErrors(ctx, id, new Date(now - DAY))
  const states = await blockStates(ctx, await findCompanyAccess(ctx, [id]))
  const people = await queries.listPeople(ctx, id)
  const numbers = await queries.listNumbers(ctx, id)
  const notes = await queries.listNotes(ctx, id)
  return {
    ...viewOf(row),
    country: row.country,
    timezone: row.timezone,
    phone: row.phone,
    website: row.website,
    people: people.map((person) => ({ ...person, lastSeenAt: instantOf(person.lastSeenAt) })),
    numbers: numbers.map((number) => ({ ...number, lastEventAt: instantOf(number.lastEventAt) })),
    usage: { ...usage, capped: usage.messagesIn + usage.messagesOut >= queries.USAGE_CAP },
    errors: errors.map((error) => ({ ...error, lastAt: new Date(error.lastAt).toISOString() })),
    blocks: states.get(id) ?? [],
    signInRules: !asksNothing(securityOf(row.security)),
    careVersion: row.careVersion,
    notes: notes.map(({ note, author }) => ({
      id: note.id,
      body: note.body,
      author,
      createdAt: note.createdAt.toISOString(),
    })),
  }
}

type Reason = { reason: string; notify: boolean }

const lock = async (tx: Ctx, id: string) => {
  const company = await lockStanding(tx, id)
  if (!company) throw new AppError('not_found')
  return company
}

/** Makes a company read-only and stops what it sends. Throws `state_invalid` for one that is not working. */
export const suspendCompany = (ctx: UserCtx, id: string, { reason, notify }: Reason): Promise<AdminCompany> =>
  inTransaction(ctx, async (tx) => {
    const company = await lock(tx, id)
    const { status: before } = company
    if (before === 'suspended' || before === 'deleting')
      throw new AppError('state_invalid', { data: { status: before } })
    const standing = { status: 'suspended' as const, statusBefore: before, statusReason: reason }
    await changeStanding(tx, company, { action: 'company.suspended', standing, reason })
    await emit(tx, 'company.suspended', { companyId: id, reason, notify })
    return viewOf(await load(tx, id))
  })

/** Lets a suspended company work again, or one that was to be deleted. Throws `state_invalid` for any other. */
export const reactivateCompany = (ctx: UserCtx, id: string, { reason, notify }: Reason): Promise<AdminCompany> =>
  inTransaction(ctx, async (tx) => {
    const company = await lock(tx, id)
    const { status: before, statusBefore } = company
    if (before !== 'suspended' && before !== 'deleting')
      throw new AppError('state_invalid', { data: { status: before } })
    const back = statusBefore && statusBefore !== 'suspended' ? statusBefore : 'active'
    const standing = { status: back, statusBefore: null, statusReason: null, deletionAt: null }
    await changeStanding(tx, company, { action: 'company.reactivated', standing, reason })
    await emit(tx, 'company.reactivated', { companyId: id, reason, notify })
    return viewOf(await load(tx, id))
  })

/** Deletes a company in 30 days. Throws `state_invalid` when that is planned already. */
export const scheduleDeletion = (ctx: UserCtx, id: string, { reason, notify }: Reason): Promise<AdminCompany> =>
  inTransaction(ctx, async (tx) => {
    const deletionAt = await planDeletion(tx, await lock(tx, id), reason)
    await emit(tx, 'company.deletion_scheduled', {
      companyId: id,
      deletionAt: deletionAt.toISOString(),
      reason,
      notify,
    })
    return viewOf(await load(tx, id))
  })

/** Undoes the sign-in rules of a company whose people cannot get in, and tells its admins. Without any it does nothing. */
export const resetSignInRules = (ctx: UserCtx, id: string, reason: string): Promise<AdminCompany> =>
  inTransaction(ctx, async (tx) => {
    if (await resetSecurity(tx, await lock(tx, id), reason))
      await emit(tx, 'company.security_reset', { companyId: id, reason })
    return viewOf(await load(tx, id))
  })

/** Lets a trial last longer: from its end, or from now where it has none. Throws `state_invalid` outside of a trial. */
export const extendTrial = (ctx: UserCtx, id: string, days: number): Promise<AdminCompany> =>
  inTransaction(ctx, async (tx) => {
    const company = await lock(tx, id)
    if (company.status !== 'trial') throw new AppError('state_invalid', { data: { status: company.status } })
    const from = Math.max(company.trialEndsAt?.getTime() ?? 0, tx.now().getTime())
    const trialEndsAt = new Date(from + days * DAY)
    await writeStanding(tx, id, { trialEndsAt })
    await recordAudit(tx, {
      action: 'company.trial_extended',
      companyId: id,
      target: { type: 'company', id, label: company.name },
      diff: { trialEndsAt: { before: company.trialEndsAt?.toISOString() ?? null, after: trialEndsAt.toISOString() } },
    })
    return viewOf(await load(tx, id))
  })

export const addNote = (ctx: UserCtx, companyId: string, body: string): Promise<{ id: string }> =>
  inTransaction(ctx, async (tx) => {
    const { name } = await lock(tx, companyId)
    const id = newId()
    await queries.insertNote(tx, { id, companyId, authorId: tx.actor.userId, body, createdAt: tx.now() })
    // Of no company: its own people must not see it.
    const target = { type: 'company', id: companyId, label: name }
    await recordAudit(tx, { action: 'company_note.created', companyId: null, target })
    return { id }
  })

export const removeNote = (ctx: UserCtx, companyId: string, id: string): Promise<void> =>
  inTransaction(ctx, async (tx) => {
    if (!(await queries.deleteNote(tx, companyId, id))) throw new AppError('not_found')
    await recordAudit(tx, {
      action: 'company_note.removed',
      companyId: null,
      target: { type: 'company', id: companyId },
    })
  })

/** Removes companies whose 30 days are over: no one can open them any more. */
export const deleteDueCompanies = async (ctx: Ctx): Promise<void> => {
  for (const id of await queries.listDueDeletions(ctx)) {
    await inTransaction(ctx, async (tx) => {
      const company = await lock(tx, id)
      if (company.status !== 'deleting' || !company.deletionAt || company.deletionAt > tx.now()) return
      await removeCompany(tx, id)
      await recordAudit(tx, {
        action: 'company.deleted',
        companyId: id,
        target: { type: 'company', id, label: company.name },
      })
    })
  }
}
