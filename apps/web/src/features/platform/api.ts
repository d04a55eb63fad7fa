import {
  type AdminCompany,
  type AdminUser,
  getAdminCompany,
  getUser,
  listAccessHistory,
  listAllCompanies,
  listCompanyAccess,
  listUsers,
} from '@recado/contracts/admin'
import type { EndpointCall, EndpointResponse } from '@recado/contracts/endpoint'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'
import type { AccessSearch, CompanySearch, UserSearch } from './search.ts'

export type { AccessChange, AdminCompany, AdminUser, BlockState } from '@recado/contracts/admin'
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

/** A few companies by their beginning, for choosing one. */
export const companyChoicesQuery = (search: string) =>
  queryOptions({
    queryKey: [...platformKey, 'choices', search],
    queryFn: () => call(listAllCompanies, { query: { limit: 10, ...(search ? { search } : {}) } }),
    placeholderData: keepPreviousData,
  })
