import type { IStoreQuery } from '../../client/wire.ts'

/** Which notifications of a store are listed: those in the inbox, or those that were put away. */
export type View = 'inbox' | 'archived' | 'snoozed'

export const viewQuery = (query: IStoreQuery, view: View): IStoreQuery =>
  view === 'inbox' ? query : { ...query, [view]: true }

/** Whether a query leaves out some of the notifications of its feeds. */
export const isPartOfFeed = (query: IStoreQuery): boolean =>
  Object.keys(query).some((field) => field !== 'feedIdentifier' && field !== 'limit')
