import { myCompanies } from '@recado/contracts/companies/companies'
import { queryOptions } from '@tanstack/react-query'
import { call } from '#web/lib/api/api.ts'

/** Companies that the person belongs to. */
export const myCompaniesQuery = queryOptions({
  queryKey: ['my-companies'],
  queryFn: () => call(myCompanies),
})
