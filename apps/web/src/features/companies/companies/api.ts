import { getCompany, listInvitations, listMembers, type myCompanies } from '@recado/contracts/companies/companies'
import type { EndpointResponse } from '@recado/contracts/endpoint'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '#web/lib/api/api.ts'

export type MyCompany = EndpointResponse<typeof myCompanies>['companies'][number]
export type Invitation = EndpointResponse<typeof listInvitations>['data'][number]

export const companiesKey = ['companies'] as const

export const companyQuery = (id: string) =>
  queryOptions({ queryKey: [...companiesKey, id], queryFn: () => call(getCompany, { params: { id } }) })

export const membersKey = (id: string) => [...companiesKey, id, 'members']
/** A page of the members, fifty of them. */
export const membersQuery = (id: string, query: { search?: string; cursor?: string; include?: string } = {}) =>
  queryOptions({
    queryKey: [...membersKey(id), query],
    queryFn: ({ signal }) => call(listMembers, { params: { id }, query }, { signal }),
    placeholderData: keepPreviousData,
  })

export const invitationsQuery = (id: string) =>
  queryOptions({
    queryKey: [...companiesKey, id, 'invitations'],
    queryFn: () => call(listInvitations, { params: { id } }),
  })
