import { type AdminUser, getUser, listAdminRequests, listUsers } from '@recado/contracts/admin/users'
import type { EndpointCall } from '@recado/contracts/endpoint'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '#web/lib/api/api.ts'
import { adminKey, asQuery } from '#web/queries/admin.ts'
import type { UserSearch } from './search.ts'

export type { AdminUser } from '@recado/contracts/admin/users'
export type Role = AdminUser['role']

/** The filters of the page as the server, its files and its selections take them. */
export const askedOf = ({ companyId: company, ...search }: Omit<UserSearch, 'open'>): Record<string, string> => ({
  ...search,
  ...(company && { company }),
})

type UserQuery = EndpointCall<typeof listUsers>['query']
export const usersQuery = (role: Role, { open: _, ...search }: UserSearch) =>
  queryOptions({
    queryKey: [...adminKey, 'users', role, search],
    queryFn: () => call(listUsers, { query: asQuery<UserQuery>({ role, ...askedOf(search) }) }),
    placeholderData: keepPreviousData,
  })

export const userQuery = (id: string) =>
  queryOptions({ queryKey: [...adminKey, 'user', id], queryFn: () => call(getUser, { params: { id } }) })

/** How many rows the filters of the list leave. */
export const countUsers = async (role: Role, search: object): Promise<number> => {
  const query = asQuery<UserQuery>({ ...search, role, limit: 1, count: 'exact' })
  return (await call(listUsers, { query })).page.total ?? 0
}

export const adminRequestsQuery = queryOptions({
  queryKey: [...adminKey, 'admin-requests'],
  queryFn: () => call(listAdminRequests),
})
