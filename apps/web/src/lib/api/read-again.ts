import type { Query, QueryClient, QueryKey } from '@tanstack/react-query'

const readingsOf = (queryClient: QueryClient, queryKey: QueryKey): Query[] =>
  queryClient
    .getQueryCache()
    .findAll({ queryKey, fetchStatus: 'fetching' })
    .filter(({ state }) => state.data === undefined)

/**
 * Waits for first readings under these keys that are under way. They may have begun before what just happened, and the
 * query client keeps their answer whatever is asked of it meanwhile.
 */
export const firstReadings = async (queryClient: QueryClient, queryKey: QueryKey): Promise<void> => {
  await Promise.allSettled(readingsOf(queryClient, queryKey).map(({ promise }) => promise))
}

/** Reads what is under these keys again, as `invalidateQueries` does, and what is being read for the first time as well. */
export const readAgain = async (queryClient: QueryClient, queryKey: QueryKey): Promise<void> => {
  const first = new Set(readingsOf(queryClient, queryKey))
  const others = queryClient.invalidateQueries({ queryKey, predicate: (query) => !first.has(query) })
  await Promise.allSettled([...first].map(({ promise }) => promise))
  await Promise.all([others, queryClient.invalidateQueries({ queryKey, predicate: (query) => first.has(query) })])
}
