import { MutationCache, QueryClient } from '@tanstack/react-query'
import { ApiError } from './api.ts'
import { FetchError } from './fetch-json.ts'

const statusOf = (error: unknown): number =>
  error instanceof ApiError || error instanceof FetchError ? error.status : 0

declare module '@tanstack/react-query' {
  interface Register {
    /**
     * Failures of mutations are shown by the handler of all of them. `quiet` leaves that to the caller: a form says it in
     * its place, or `onError` says it in other words. Only quiet mutations do, so that a failure is shown once.
     */
    mutationMeta: { quiet?: boolean }
  }
}

/**
 * The data cache with the product's defaults: queries are tried three times more unless there is nothing (404),
 * waiting 1 s doubled up to 30 s; mutations once; unused data stays 5 minutes. `onMutationError` is the one place for toasts.
 */
export const createQueryClient = (onMutationError: (error: unknown) => void = () => {}): QueryClient =>
  new QueryClient({
    mutationCache: new MutationCache({
      onError: (error, _variables, _result, mutation) => {
        if (!mutation.meta?.quiet) onMutationError(error)
      },
    }),
    defaultOptions: {
      queries: {
        retry: (failures, error) => failures < 3 && statusOf(error) !== 404,
        retryDelay: (attempt) => Math.min(1000 * 2 ** attempt, 30_000),
        gcTime: 5 * 60_000,
        staleTime: 30_000,
      },
      mutations: { retry: 0 },
    },
  })
