import { listMembers } from '@recado/contracts/companies/companies'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '#web/lib/api/api.ts'

/** Members of a company by name, the one named among them. */
export const memberChoicesQuery = (companyId: string, { search, include }: { search?: string; include?: string }) =>
  queryOptions({
    queryKey: ['companies', companyId, 'members', 'choices', search ?? '', include ?? ''],
    queryFn: ({ signal }) =>
      call(
        listMembers,
        { params: { id: companyId }, query: { ...(search ? { search } : {}), ...(include ? { include } : {}) } },
        { signal },
      ),
    placeholderData: keepPreviousData,
  })
