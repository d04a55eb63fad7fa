import { type EndpointInput, type Locale, refuseAbility } from '@recado/contracts'
import type { inviteMembers as inviteMembersEndpoint } from '@recado/contracts/companies/companies'
import type { changeInvitations as changeInvitationsEndpoint } from '@recado/contracts/companies/company-rules'
import { type CompanyCtx, type Ctx, inTransaction, type UserCtx } from '#server/context.ts'
import { lockName } from '#server/db/lock.ts'
import { emit } from '#server/events.ts'
import { AppError } from '#server/http/app-error.ts'
import { publicOrigin } from '#server/http/cross-site.ts'
import { newId } from '#server/lib/ids.ts'
import { createToken, hashToken } from '#server/lib/seal.ts'
import { createTokenBuckets } from '#server/lib/token-bucket.ts'
import { assertTeams, joinTeams } from '#server/modules/companies/teams/index.ts'
import { switchSessionCompany } from '#server/modules/identity/sessions/index.ts'
import { findAccountByEmail, rememberCompany } from '#server/modules/identity/users/index.ts'
import { recordAudit } from '#server/modules/shared/audit/index.ts'
import { sendMail } from '#server/modules/shared/mail/index.ts'
import { emitChange } from '#server/realtime/emit-change.ts'
import { invitationState } from '../policy.ts'
import { findCompany } from '../queries/companies.ts'
import * as queries from '../queries/invitations.ts'
import { insertMember } from '../queries/members.ts'
import { assertCurrent } from './companies.ts'

type MemberCtx = CompanyCtx & UserCtx
type InviteInput = EndpointInput<typeof inviteMembersEndpoint>['body']

const VALID_MS = 7 * 86_400_000

const mailsByCompany = createTokenBuckets({ capacity: 100, refillSeconds: 36 })

const takeMails = (ctx: CompanyCtx, count: number) => {
  const wait = mailsByCompany.take(ctx.company.id, count)
  if (wait > 0) throw new AppError('rate_limited', { retryAfter: wait })
}

const invitationOf = (ctx: Ctx, row: queries.InvitationRow, inviter: string | null) => ({
  id: row.id,
  email: row.email,
  role: row.role,
  grants: row.grants,
  state: invitationState(row, ctx.now()),
  inviter,
  expiresAt: row.expiresAt.toISOString(),
  createdAt: row.createdAt.toISOString(),
})

type Invitee = Pick<queries.InvitationRow, 'email' | 'role'> & { token: string; locale: Locale }

const mailInvitation = (tx: MemberCtx, { email, role, token, locale }: Invitee) =>
  sendMail(tx, {
    to: email,
    locale,
    facts: {
      kind: 'invitation',
      inviter: tx.actor.name,
      company: tx.company.name,
      role,
      url: `${publicOrigin(tx.deps.config)}/invitations/${token}`,
    },
  })

// Quotas hold an address until the transaction ends: all take addresses in the same order, and a company's own one after
// the other, which prevents deadlocks.
const lockInvitations = async (tx: CompanyCtx) => {
  await lockName(tx, `invitations ${tx.company.id}`)
  await queries.holdCompany(tx, tx.company.id)
}

const companyLocale = async (ctx: CompanyCtx): Promise<Locale> =>
  (await findCompany(ctx, ctx.company.id))?.locale ?? 'en'

/** Invites addresses to the current company; those of members are left out, open invitations get a new link. */
export const inviteMembers = (ctx: MemberCtx, companyId: string, input: InviteInput) =>
  inTransaction(ctx, async (tx) => {
    assertCurrent(tx, companyId)
    await lockInvitations(tx)
    const emails = [...new Set(input.emails)].sort()
    const known = await queries.findInvitees(tx, emails)
    const fresh = emails.filter((email) => !known.get(email)?.member)
    takeMails(tx, fresh.length)
    await assertTeams(tx, input.teamIds)
    const fallback = await companyLocale(tx)
    const data = []
    for (const email of fresh) {
      const token = createToken()
      const row = await queries.upsertInvitation(tx, {
        id: newId(),
        companyId,
        email,
        role: input.role,
        grants: input.role === 'admin' ? [] : input.grants,
        visibility: input.role === 'admin' ? 'all' : input.visibility,
        teamIds: input.teamIds,
        tokenHash: hashToken(token),
        invitedBy: tx.actor.userId,
        expiresAt: new Date(tx.now().getTime() + VALID_MS),
        createdAt: tx.now(),
      })
      await mailInvitation(tx, { ...row, token, locale: known.get(email)?.locale ?? fallback })
      await recordAudit(tx, {
        action: 'member.invited',
        target: { type: 'invitation', id: row.id, label: email },
        diff: { role: row.role },
      })
      data.push(invitationOf(tx, row, tx.actor.name))
    }
    return { data, alreadyMembers: emails.filter((email) => known.get(email)?.member) }
  })

export const listInvitations = async (ctx: CompanyCtx, companyId: string) => {
  assertCurrent(ctx, companyId)
  const rows = await queries.listOpenInvitations(ctx)
  return rows.map(({ invitation, inviter }) => invitationOf(ctx, invitation, inviter))
}

const loadOpenInvitation = async (tx: CompanyCtx, companyId: string, id: string) => {
  assertCurrent(tx, companyId)
  await lockInvitations(tx)
  const row = await queries.findOpenInvitation(tx, id)
  if (!row) throw new AppError('not_found')
  return row
}

/** Mails an invitation again; the former link stops working. */
export const resendInvitation = (ctx: MemberCtx, companyId: string, id: string) =>
  inTransaction(ctx, async (tx) => {
    const before = await loadOpenInvitation(tx, companyId, id)
    takeMails(tx, 1)
    const token = createToken()
    const expiresAt = new Date(tx.now().getTime() + VALID_MS)
    const row = await queries.updateInvitation(tx, before.id, {
      tokenHash: hashToken(token),
      expiresAt,
      invitedBy: tx.actor.userId,
    })
    if (!row) throw new AppError('not_found')
    const known = await queries.findInvitees(tx, [row.email])
    await mailInvitation(tx, { ...row, token, locale: known.get(row.email)?.locale ?? (await companyLocale(tx)) })
    await recordAudit(tx, {
      action: 'member.invited',
      target: { type: 'invitation', id: row.id, label: row.email },
      diff: { again: true },
    })
    return invitationOf(tx, row, tx.actor.name)
  })

export const revokeInvitation = (ctx: MemberCtx, companyId: string, id: string): Promise<void> =>
  inTransaction(ctx, async (tx) => {
    const row = await loadOpenInvitation(tx, companyId, id)
    await queries.updateInvitation(tx, row.id, { revokedAt: tx.now() })
    await recordAudit(tx, {
      action: 'member.invitation_revoked',
      target: { type: 'invitation', id: row.id, label: row.email },
    })
  })

type BulkInput = EndpointInput<typeof changeInvitationsEndpoint>['body']

const chosenInvitations = async (tx: MemberCtx, { selection }: BulkInput) => {
  const open = (await queries.listOpenInvitations(tx)).map(({ invitation }) => invitation)
  if ('ids' in selection) {
    const wanted = new Set(selection.ids)
    const chosen = open.filter(({ id }) => wanted.has(id))
    if (chosen.length === 0) throw new AppError('not_found')
    return chosen
  }
  if (open.length !== selection.expected) throw new AppError('conflict', { data: { expected: open.length } })
  return open
}

/**
 * Sends several invitations again or withdraws them, each whole or not at all; those that are answered by now are left out.
 * Throws `conflict`.
 */
export const changeInvitations = (ctx: MemberCtx, companyId: string, input: BulkInput) =>
  inTransaction(ctx, async (tx) => {
    assertCurrent(tx, companyId)
    await lockInvitations(tx)
    const chosen = (await chosenInvitations(tx, input)).sort((a, b) => (a.email < b.email ? -1 : 1))
    const apply = input.change === 'resend' ? resendInvitation : revokeInvitation
    const skipped: { id: string; label: string; code: string }[] = []
    for (const { id, email } of chosen) {
      try {
        await tx.db.transaction(async (db) => void (await apply({ ...tx, db }, companyId, id)))
      } catch (error) {
        if (!(error instanceof AppError)) throw error
        skipped.push({ id, label: email, code: error.code })
      }
    }
    const known = new Set(chosen.map(({ id }) => id))
    const gone = 'ids' in input.selection ? input.selection.ids.filter((id) => !known.has(id)) : []
    return {
      done: chosen.length - skipped.length,
      skipped: [...skipped, ...gone.map((id) => ({ id, label: '', code: 'not_found' }))],
    }
  })

const loadByToken = async (ctx: Ctx, token: string) => {
  const found = await queries.findInvitationByToken(ctx, hashToken(token))
  if (!found) throw new AppError('not_found')
  return found
}

/** What has become of an invitation; it is worth no more than the right of whoever made it. */
const stateOf = (ctx: Ctx, { invitation, company, inviter, member }: queries.FoundInvitation) => {
  const state = invitationState(invitation, ctx.now())
  if (state !== 'open') return state
  const stands =
    inviter?.status === 'active' &&
    member !== null &&
    member.status !== 'invited' &&
    refuseAbility('members.manage', { ...inviter, impersonated: false, company: { ...company, ...member } }) === null
  return stands ? state : 'revoked'
}

const accountOf = async (ctx: Ctx, email: string) => {
  if (ctx.actor.kind === 'user') return ctx.actor.email === email ? ('same' as const) : ('other' as const)
  return (await findAccountByEmail(ctx, email)) ? ('exists' as const) : ('none' as const)
}

/** What the link of an invitation mail shows to whoever opens it. */
export const readInvitation = async (ctx: Ctx, token: string) => {
  const found = await loadByToken(ctx, token)
  const { invitation, company, inviter } = found
  return {
    email: invitation.email,
    role: invitation.role,
    state: stateOf(ctx, found),
    expiresAt: invitation.expiresAt.toISOString(),
    company: { name: company.name },
    inviter: inviter && { name: inviter.name },
    account: await accountOf(ctx, invitation.email),
  }
}

const loadAnswerable = async (tx: Ctx, token: string) => {
  const found = await loadByToken(tx, token)
  const state = stateOf(tx, found)
  if (state !== 'open') throw new AppError('token_invalid', { data: { reason: state } })
  return found
}

/** Address that an invitation was sent to; who holds its link can read that mailbox. Throws `token_invalid`. */
export const invitedAddress = async (ctx: Ctx, token: string): Promise<string> => {
  const found = await queries.findInvitationByToken(ctx, hashToken(token))
  const state = found ? stateOf(ctx, found) : 'revoked'
  if (!found || state !== 'open') throw new AppError('token_invalid', { data: { reason: state } })
  return found.invitation.email
}

/** Makes a user a member by an invitation to their address. Throws `token_invalid` and `invitation_other_account`. */
export const joinByInvitation = async (tx: Ctx, token: string, user: { id: string; email: string; name: string }) => {
  const { invitation, company } = await loadAnswerable(tx, token)
  if (invitation.email !== user.email) throw new AppError('invitation_other_account')
  const now = tx.now()
  await queries.updateInvitation(tx, invitation.id, { acceptedAt: now })
  await insertMember(tx, {
    id: newId(),
    companyId: company.id,
    userId: user.id,
    role: invitation.role,
    grants: invitation.grants,
    visibility: invitation.visibility,
    status: 'active',
    invitedBy: invitation.invitedBy,
    joinedAt: now,
    createdAt: now,
  })
  await joinTeams(tx, company.id, user.id, invitation.teamIds)
  await rememberCompany(tx, user.id, company.id)
  await emit(tx, 'company.members_changed', { companyId: company.id })
  await emit(tx, 'invitation.accepted', { companyId: company.id, userId: user.id, person: user.name })
  await recordAudit(tx, {
    action: 'member.joined',
    userId: user.id,
    companyId: company.id,
    target: { type: 'user', id: user.id, label: user.name },
  })
  emitChange(tx, 'member.updated', { companyId: company.id })
  return company
}

/** Accepts an invitation as the signed-in person and switches their session to the company. */
export const acceptInvitation = (ctx: UserCtx, token: string) =>
  inTransaction(ctx, async (tx) => {
    const company = await joinByInvitation(tx, token, {
      id: tx.actor.userId,
      email: tx.actor.email,
      name: tx.actor.name,
    })
    await switchSessionCompany(tx, company.id)
    return { company: { id: company.id, name: company.name } }
  })

export const declineInvitation = (ctx: Ctx, token: string): Promise<void> =>
  inTransaction(ctx, async (tx) => {
    const { invitation, company } = await loadAnswerable(tx, token)
    await queries.updateInvitation(tx, invitation.id, { declinedAt: tx.now() })
    await recordAudit(tx, {
      action: 'member.invitation_declined',
      companyId: company.id,
      target: { type: 'invitation', id: invitation.id, label: invitation.email },
    })
  })
