import { listFailedJobs } from '@recado/contracts/admin/system'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '#web/lib/api/api.ts'
import { systemKey } from '#web/queries/system.ts'

export type { System, Trouble } from '@recado/contracts/admin/system'

export const failedJobsQuery = (cursor: string | undefined) =>
  queryOptions({
    queryKey: [...systemKey, 'failed-jobs', cursor],
    queryFn: () => call(listFailedJobs, { query: { cursor } }),
    placeholderData: keepPreviousData,
  })
