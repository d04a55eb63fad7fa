import { myCompanies } from '@recado/contracts/companies'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'

export const myCompaniesQuery = queryOptions({
  queryKey: ['my-companies'],
  queryFn: () => call(myCompanies),
})
