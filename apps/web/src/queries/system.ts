import { getSystem } from '@recado/contracts/admin/system'
import { queryOptions } from '@tanstack/react-query'
import { call } from '#web/lib/api/api.ts'

export const systemKey = ['system'] as const

/** How the installation does at this moment. */
export const systemQuery = queryOptions({
  queryKey: [...systemKey, 'now'],
  queryFn: ({ signal }) => call(getSystem, {}, { signal }),
  refetchInterval: 15_000,
})
