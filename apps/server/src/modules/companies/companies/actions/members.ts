import { isDeepStrictEqual } from 'node:util'
import type { EndpointInput } from '@recado/contracts'
import type {
  listMembers as listMembersEndpoint,
  Member,
  updateMember as updateMemberEndpoint,
} from '@recado/contracts/companies/companies'
import { type CompanyCtx, inTransaction, type UserCtx } from '#server/context.ts'
import { emit } from '#server/events.ts'
import { AppError } from '#server/http/app-error.ts'
import { avatarUrl } from '#server/lib/avatar-url.ts'
import { decodeCursor, encodeCursor, keyPlace } from '#server/lib/cursor.ts'
import { pageFrom } from '#server/lib/page.ts'
import { setMemberTeams } from '#server/modules/companies/teams/index.ts'
import { reconnectUser } from '#server/modules/identity/sessions/index.ts'
import { recordAudit } from '#server/modules/shared/audit/index.ts'
import { emitChange } from '#server/realtime/emit-change.ts'
import { keepsAnAdmin, mayChangeMember } from '../policy.ts'
import * as queries from '../queries/members.ts'
import { assertCurrent, endMembership, passOwnership } from './companies.ts'
import { endInvitationsOf } from './end-invitations.ts'

type MemberCtx = CompanyCtx & UserCtx
type MemberChange = EndpointInput<typeof updateMemberEndpoint>['body']

const memberOf = (row: queries.MemberRow): Member => ({
  id: row.id,
  userId: row.userId,
  name: row.name,
  email: row.email,
  avatarUrl: avatarUrl(row.userId, row.avatarFileId),
  role: row.role,
  grants: row.grants,
  visibility: row.visibility,
  capacity: row.capacity,
  teamIds: row.teamIds,
  status: row.status,
  twoFactor: row.twoFactor,
  owner: row.owner,
  joinedAt: row.joinedAt?.toISOString() ?? null,
  lastSeenAt: row.lastSeenAt === null ? null : new Date(row.lastSeenAt).toISOString(),
})

const loadMember = async (ctx: CompanyCtx, memberId: string): Promise<queries.MemberRow> => {
  const row = await queries.findMember(ctx, memberId)
  if (!row) throw new AppError('not_found')
  return row
}

const loadChangeable = async (ctx: MemberCtx, companyId: string, memberId: string) => {
  assertCurrent(ctx, companyId)
  const row = await loadMember(ctx, memberId)
  if (!mayChangeMember(ctx.actor.userId, row)) throw new AppError('forbidden')
  return row
}

type MemberPage = Pick<EndpointInput<typeof listMembersEndpoint>['query'], 'search' | 'include' | 'cursor' | 'limit'>

/** A page of the members, in the order of names; `include` names a user who comes first where the page lacks them. */
export const listMembers = async (ctx: CompanyCtx, companyId: string, { search, include, ...asked }: MemberPage) => {
  assertCurrent(ctx, companyId)
  const place = decodeCursor(keyPlace, asked.cursor)
  const after = place && { name: place.key, id: place.id }
  const rows = await queries.listMemberRows(ctx, search, after, asked.limit + 1)
  const page = pageFrom(rows, asked.limit, memberOf, (row) => encodeCursor({ id: row.userId, key: row.name }))
  if (!include || after || page.data.some(({ userId }) => userId === include)) return page
  const row = await queries.findMemberOfUser(ctx, include)
  return row ? { ...page, data: [memberOf(row), ...page.data] } : page
}

const READ_AT_ONCE = 500

/** All members, in the order of names. */
export async function* readMembers(ctx: CompanyCtx): AsyncGenerator<Member> {
  let after: { name: string; id: string } | null = null
  for (;;) {
    const rows: queries.MemberRow[] = await queries.listMemberRows(ctx, undefined, after, READ_AT_ONCE)
    for (const row of rows) yield memberOf(row)
    const last = rows.at(-1)
    if (!last || rows.length < READ_AT_ONCE) return
    after = { name: last.name, id: last.userId }
  }
}

const accessFields = ['role', 'grants', 'visibility'] as const

const emitAccess = async (tx: MemberCtx, before: queries.MemberRow, change: Partial<queries.MemberRow>) => {
  const changed = accessFields.some((field) => field in change && !isDeepStrictEqual(change[field], before[field]))
  if (!changed) return
  const role = change.role && change.role !== before.role ? change.role : null
  await emit(tx, 'member.access_changed', { companyId: tx.company.id, userId: before.userId, role })
}

/** Changes role, grants, visibility, capacity or teams of a member. Throws `last_admin`, and `forbidden` for the owner's row. */
export const changeMember = (
  ctx: MemberCtx,
  companyId: string,
  memberId: string,
  change: MemberChange,
): Promise<Member> =>
  inTransaction(ctx, async (tx) => {
    const admins = await queries.lockAdmins(tx, tx.company.id)
    const before = await loadChangeable(tx, companyId, memberId)
    const demoted = before.role === 'admin' && change.role === 'member'
    if (demoted && !keepsAnAdmin(admins, before.userId)) throw new AppError('last_admin')
    const { teamIds, ...fields } = change
    const values = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
    await queries.updateMemberRow(tx, memberId, values)
    if (teamIds) await setMemberTeams(tx, before.userId, teamIds)
    if (demoted && before.owner) await passOwnership(tx, companyId, admins, before.userId)
    if (demoted) await endInvitationsOf(tx, before.userId, companyId)
    await recordAudit(tx, {
      action: 'member.updated',
      target: { type: 'user', id: before.userId, label: before.name },
      diff: {
        before: {
          role: before.role,
          grants: before.grants,
          visibility: before.visibility,
          capacity: before.capacity,
          teamIds: before.teamIds,
        },
        after: { ...values, ...(teamIds && { teamIds }) },
      },
    })
    await emit(tx, 'company.members_changed', { companyId })
    await emitAccess(tx, before, values)
    reconnectUser(tx, before.userId, companyId)
    emitChange(tx, 'member.updated', { companyId })
    emitChange(tx, 'session.changed', { userIds: [before.userId] })
    return memberOf(await loadMember(tx, memberId))
  })

/** Removes a member; the company is gone from their sessions with the commit. */
export const removeMember = (ctx: MemberCtx, companyId: string, memberId: string): Promise<void> =>
  inTransaction(ctx, async (tx) => {
    const row = await loadChangeable(tx, companyId, memberId)
    await endMembership(tx, companyId, row.userId)
    await emit(tx, 'member.removed', { companyId, userId: row.userId })
    await recordAudit(tx, { action: 'member.removed', target: { type: 'user', id: row.userId, label: row.name } })
  })
