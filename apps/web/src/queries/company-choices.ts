import { getAdminCompany, listAllCompanies } from '@recado/contracts/admin/companies'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '#web/lib/api/api.ts'

/** Companies of the platform that some letters find, or the newest. For platform admins. */
export const companyChoicesQuery = (search: string) =>
  queryOptions({
    queryKey: ['company-choices', search.length > 1 ? search : ''],
    queryFn: ({ signal }) =>
      call(listAllCompanies, { query: { limit: 10, ...(search.length > 1 ? { search } : {}) } }, { signal }),
    placeholderData: keepPreviousData,
  })

/** What a company is called. For platform admins. */
export const companyNameQuery = (id: string) =>
  queryOptions({
    queryKey: ['company-name', id],
    queryFn: async ({ signal }) => (await call(getAdminCompany, { params: { id } }, { signal })).name,
    staleTime: 300_000,
    retry: false,
  })
