import { getSystem, listFailedJobs } from '@recado/contracts/admin/system'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '#web/lib/api/api.ts'

export type { System, Trouble } from '@recado/contracts/admin/system'

export const systemKey = ['system'] as const

const EVERY_MS = 15_000

export const systemQuery = queryOptions({
  queryKey: [...systemKey, 'now'],
  queryFn: ({ signal }) => call(getSystem, {}, { signal }),
  refetchInterval: EVERY_MS,
})

export const failedJobsQuery = (cursor: string | undefined) =>
  queryOptions({
    queryKey: [...systemKey, 'failed-jobs', cursor],
    queryFn: () => call(listFailedJobs, { query: { cursor } }),
    placeholderData: keepPreviousData,
  })
