import type { UserRole } from '@recado/contracts'
import { userFilter } from '@recado/contracts/admin/users'
import type { Ctx } from '#server/context.ts'
import { cellsOfAll, defineListExport, everyRow } from '#server/modules/shared/tasks/index.ts'
import { listUsers } from './actions.ts'

const usersOf = (ctx: Ctx, role: UserRole, filter: object) =>
  everyRow((page) => listUsers(ctx, { ...filter, role, ...page }))

const users = (list: 'admin-customers' | 'admin-support' | 'admin-admins', role: UserRole) =>
  defineListExport({
    list,
    ability: 'admin.platform',
    headers: [
      ...['id', 'name', 'email', 'email_verified', 'phone', 'status', 'companies', 'two_factor', 'sign_in'],
      ...['language', 'created_at', 'last_seen_at', 'staff_languages', 'staff_skills', 'ticket_capacity'],
    ],
    filter: userFilter,
    rows: (ctx, filter) =>
      cellsOfAll(usersOf(ctx, role, filter), (row) => [
        ...[row.id, row.name, row.email, row.emailVerified ? 'yes' : 'no', row.phone, row.status],
        row.companies.map((company) => `${company.name} (${company.role})`).join(', '),
        ...[row.twoFactor ? 'on' : 'off', row.signInMethods.join(', '), row.locale, row.createdAt, row.lastSeenAt],
        ...[row.staff?.languages.join(', ') ?? null, row.staff?.skills.join(', ') ?? null],
        row.staff?.ticketCapacity ?? null,
      ]),
  })

export const adminUserExports = [
  users('admin-customers', 'customer'),
  users('admin-support', 'support'),
  users('admin-admins', 'admin'),
]
