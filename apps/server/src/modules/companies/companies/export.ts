import { z } from 'zod'
import { cellsOfAll, defineListExport, inCompany } from '#server/modules/shared/tasks/index.ts'
import { listCompanies } from './actions/companies.ts'
import { listInvitations } from './actions/invitations.ts'
import { readMembers } from './actions/members.ts'

const filter = z.object({})

async function* those<T>(rows: Promise<readonly T[]>): AsyncGenerator<T> {
  yield* await rows
}

/** My companies, and people of one for its admins, as files. */
export const companyExports = [
  defineListExport({
    list: 'companies',
    ability: 'companies.view',
    headers: ['id', 'name', 'role', 'owner', 'status', 'members', 'channels', 'unread', 'timezone', 'currency'],
    filter,
    rows: (ctx) =>
      cellsOfAll(those(listCompanies(ctx, ctx.actor.userId, ctx.company?.id ?? null)), (row) => [
        ...[row.id, row.name, row.role, row.owner ? 'yes' : 'no', row.status],
        ...[row.members, row.channels, row.unread, row.timezone, row.currency],
      ]),
  }),
  defineListExport({
    list: 'members',
    ability: 'members.manage',
    headers: [
      ...['id', 'name', 'email', 'role', 'grants', 'visibility', 'capacity'],
      ...['status', 'two_factor', 'joined_at', 'last_seen_at'],
    ],
    filter,
    rows: (ctx) => {
      const own = inCompany(ctx)
      return cellsOfAll(readMembers(own), (row) => [
        ...[row.id, row.name, row.email, row.role, row.grants.join(', '), row.visibility, row.capacity],
        ...[row.status, row.twoFactor ? 'yes' : 'no', row.joinedAt, row.lastSeenAt],
      ])
    },
  }),
  defineListExport({
    list: 'invitations',
    ability: 'members.manage',
    headers: ['id', 'email', 'role', 'grants', 'state', 'inviter', 'expires_at', 'created_at'],
    filter,
    rows: (ctx) => {
      const own = inCompany(ctx)
      return cellsOfAll(those(listInvitations(own, own.company.id)), (row) => [
        ...[row.id, row.email, row.role, row.grants.join(', '), row.state, row.inviter, row.expiresAt, row.createdAt],
      ])
    },
  }),
]
