import { type AdminCompany, getAdminCompany, listAllCompanies } from '@recado/contracts/admin/companies'
import { listCareChoices } from '@recado/contracts/admin/company-care'
import { getSupportCompany, listSupportCompanies } from '@recado/contracts/admin/support'
import { listAccessHistory, listCompanyAccess } from '@recado/contracts/companies/company-access'
import type { EndpointCall, EndpointResponse } from '@recado/contracts/endpoint'
import { listCompanyFlags } from '@recado/contracts/shared/feature-flags'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '#web/lib/api/api.ts'
import { adminKey, asQuery } from '#web/queries/admin.ts'
import type { AccessSearch, CompanySearch, SupportSearch } from './search.ts'

export type { AdminCompany } from '@recado/contracts/admin/companies'
export type { AccessChange, BlockState } from '@recado/contracts/companies/company-access'
export type AccessRow = EndpointResponse<typeof listCompanyAccess>['data'][number]
export type OverrideRow = EndpointResponse<typeof listAccessHistory>['data'][number]
export type CompanyDetail = EndpointResponse<typeof getAdminCompany>
export type CompanyStatus = AdminCompany['status']

type CompanyQuery = NonNullable<EndpointCall<typeof listAllCompanies>['query']>
export const companiesQuery = ({ open: _, ...search }: CompanySearch) =>
  queryOptions({
    queryKey: [...adminKey, 'companies', search],
    queryFn: () => call(listAllCompanies, { query: asQuery<CompanyQuery>(search) }),
    placeholderData: keepPreviousData,
  })

export const companyDetailQuery = (id: string) =>
  queryOptions({
    queryKey: [...adminKey, 'company', id],
    queryFn: () => call(getAdminCompany, { params: { id } }),
  })

type AccessQuery = NonNullable<EndpointCall<typeof listCompanyAccess>['query']>
export const accessQuery = ({ show: _, companyId: _company, ...search }: AccessSearch) =>
  queryOptions({
    queryKey: [...adminKey, 'access', search],
    queryFn: () => call(listCompanyAccess, { query: asQuery<AccessQuery>(search) }),
    placeholderData: keepPreviousData,
  })

export const historyQuery = ({ companyId: company, cursor }: AccessSearch) =>
  queryOptions({
    queryKey: [...adminKey, 'history', company, cursor],
    queryFn: () => call(listAccessHistory, { query: { company, cursor } }),
    placeholderData: keepPreviousData,
  })

/** How many rows the filters of a list leave. */
export const countCompanies = async (search: object): Promise<number> => {
  const query = asQuery<CompanyQuery>({ ...search, limit: 1, count: 'exact' })
  return (await call(listAllCompanies, { query })).page.total ?? 0
}
export const countAccess = async (search: object): Promise<number> => {
  const query = asQuery<AccessQuery>({ ...search, limit: 1, count: 'exact' })
  return (await call(listCompanyAccess, { query })).page.total ?? 0
}
/** Tags in use, and who can look after companies. */
export const careChoicesQuery = queryOptions({
  queryKey: [...adminKey, 'care'],
  queryFn: () => call(listCareChoices),
})

export const companyFlagsQuery = (id: string) =>
  queryOptions({
    queryKey: [...adminKey, 'flags', id],
    queryFn: () => call(listCompanyFlags, { params: { id } }),
  })

type SupportQuery = NonNullable<EndpointCall<typeof listSupportCompanies>['query']>
export const supportCompaniesQuery = ({ open: _, ...search }: SupportSearch) =>
  queryOptions({
    queryKey: [...adminKey, 'support', search],
    queryFn: () => call(listSupportCompanies, { query: asQuery<SupportQuery>(search) }),
    placeholderData: keepPreviousData,
  })

export const supportCompanyQuery = (id: string) =>
  queryOptions({
    queryKey: [...adminKey, 'support-company', id],
    queryFn: () => call(getSupportCompany, { params: { id } }),
  })
