import { type AdminCompany, getAdminCompany, listAllCompanies } from '@recado/contracts/admin/companies'
import { listCareChoices } from '@recado/contracts/admin/company-care'
import { getSupportCompany, listSupportCompanies } from '@recado/contracts/admin/support'
import { type AdminUser, getUser, listAdminRequests, listUsers } from '@recado/contracts/admin/users'
import { listAccessHistory, listCompanyAccess } from '@recado/contracts/companies/company-access'
import type { EndpointCall, EndpointResponse } from '@recado/contracts/endpoint'
import { listCompanyFlags } from '@recado/contracts/shared/feature-flags'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '#web/lib/api/api.ts'
import type { AccessSearch, CompanySearch, SupportSearch, UserSearch } from './search.ts'

export type { AdminCompany } from '@recado/contracts/admin/companies'
export type { AdminUser } from '@recado/contracts/admin/users'
export type { AccessChange, BlockState } from '@recado/contracts/companies/company-access'
export type AccessRow = EndpointResponse<typeof listCompanyAccess>['data'][number]
export type OverrideRow = EndpointResponse<typeof listAccessHistory>['data'][number]
export type CompanyDetail = EndpointResponse<typeof getAdminCompany>
export type Role = AdminUser['role']
export type CompanyStatus = AdminCompany['status']

export const platformKey = ['platform'] as const

/** The address holds texts; the server says so when one of them is not among the values it knows. */
const asQuery = <Q>(search: object) => search as Q

type CompanyQuery = NonNullable<EndpointCall<typeof listAllCompanies>['query']>
export const companiesQuery = ({ open: _, ...search }: CompanySearch) =>
  queryOptions({
    queryKey: [...platformKey, 'companies', search],
    queryFn: () => call(listAllCompanies, { query: asQuery<CompanyQuery>(search) }),
    placeholderData: keepPreviousData,
  })

export const companyDetailQuery = (id: string) =>
  queryOptions({
    queryKey: [...platformKey, 'company', id],
    queryFn: () => call(getAdminCompany, { params: { id } }),
  })

type AccessQuery = NonNullable<EndpointCall<typeof listCompanyAccess>['query']>
export const accessQuery = ({ show: _, company: _company, ...search }: AccessSearch) =>
  queryOptions({
    queryKey: [...platformKey, 'access', search],
    queryFn: () => call(listCompanyAccess, { query: asQuery<AccessQuery>(search) }),
    placeholderData: keepPreviousData,
  })

export const historyQuery = ({ company, cursor }: AccessSearch) =>
  queryOptions({
    queryKey: [...platformKey, 'history', company, cursor],
    queryFn: () => call(listAccessHistory, { query: { company, cursor } }),
    placeholderData: keepPreviousData,
  })

type UserQuery = EndpointCall<typeof listUsers>['query']
export const usersQuery = (role: Role, { open: _, ...search }: UserSearch) =>
  queryOptions({
    queryKey: [...platformKey, 'users', role, search],
    queryFn: () => call(listUsers, { query: asQuery<UserQuery>({ role, ...search }) }),
    placeholderData: keepPreviousData,
  })

export const userQuery = (id: string) =>
  queryOptions({ queryKey: [...platformKey, 'user', id], queryFn: () => call(getUser, { params: { id } }) })

/** How many rows the filters of a list leave. */
export const countCompanies = async (search: object): Promise<number> => {
  const query = asQuery<CompanyQuery>({ ...search, limit: 1, count: 'exact' })
  return (await call(listAllCompanies, { query })).page.total ?? 0
}
export const countAccess = async (search: object): Promise<number> => {
  const query = asQuery<AccessQuery>({ ...search, limit: 1, count: 'exact' })
  return (await call(listCompanyAccess, { query })).page.total ?? 0
}
export const countUsers = async (role: Role, search: object): Promise<number> => {
  const query = asQuery<UserQuery>({ ...search, role, limit: 1, count: 'exact' })
  return (await call(listUsers, { query })).page.total ?? 0
}

/** Tags in use, and who can look after companies. */
export const careChoicesQuery = queryOptions({
  queryKey: [...platformKey, 'care'],
  queryFn: () => call(listCareChoices),
})

export const companyFlagsQuery = (id: string) =>
  queryOptions({
    queryKey: [...platformKey, 'flags', id],
    queryFn: () => call(listCompanyFlags, { params: { id } }),
  })

export const adminRequestsQuery = queryOptions({
  queryKey: [...platformKey, 'admin-requests'],
  queryFn: () => call(listAdminRequests),
})

type SupportQuery = NonNullable<EndpointCall<typeof listSupportCompanies>['query']>
export const supportCompaniesQuery = ({ open: _, ...search }: SupportSearch) =>
  queryOptions({
    queryKey: [...platformKey, 'support', search],
    queryFn: () => call(listSupportCompanies, { query: asQuery<SupportQuery>(search) }),
    placeholderData: keepPreviousData,
  })

export const supportCompanyQuery = (id: string) =>
  queryOptions({
    queryKey: [...platformKey, 'support-company', id],
    queryFn: () => call(getSupportCompany, { params: { id } }),
  })

/** A few companies by their beginning, for choosing one. */
