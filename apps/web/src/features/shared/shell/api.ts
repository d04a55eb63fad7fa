import { myCompanies } from '@recado/contracts/companies/companies'
import { queryOptions } from '@tanstack/react-query'
import { call } from '#web/lib/api/api.ts'

export const myCompaniesQuery = queryOptions({
  queryKey: ['my-companies'],
  queryFn: () => call(myCompanies),
})
