import type { myCompanies } from '@recado/contracts/companies'
import type { EndpointResponse } from '@recado/contracts/endpoint'
import { queryOptions } from '@tanstack/react-query'
import { fetchJson } from '../../lib/fetch-json.ts'

export const myCompaniesQuery = queryOptions({
  queryKey: ['my-companies'],
  queryFn: () => fetchJson<EndpointResponse<typeof myCompanies>>('/api/v1/companies/my-companies'),
})
