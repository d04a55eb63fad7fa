import type { IOrganizationEntity } from '../client/wire.ts'
import { useInbox, useInboxState } from './context.ts'
import { type QueryOptions, type QueryResult, useQueryResult } from './query-result.ts'

/** Who the notifications come from, and how that looks. */
export function useFetchOrganization(options?: QueryOptions<IOrganizationEntity>): QueryResult<IOrganizationEntity> {
  const inbox = useInbox()
  return useQueryResult(
    useInboxState((state) => state.organization),
    inbox.refetchOrganization,
    options,
  )
}
