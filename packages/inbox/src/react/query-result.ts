import { useEffect, useRef } from 'react'
import type { Loaded } from '../client/types.ts'
import { useInboxState } from './context.ts'

/** What a page may say about a reading. The callbacks are called with each new answer. */
export interface QueryOptions<T> {
  onSuccess?: ((data: T) => void) | undefined
  onError?: ((error: Error) => void) | undefined
  onSettled?: ((data: T | undefined, error: Error | null) => void) | undefined
  /** `false`: nothing is read for the sake of this hook; what is known anyway is still given. */
  enabled?: boolean | undefined
}

/** What is known of something that is read from the server. */
export interface QueryResult<T> {
  data: T | undefined
  error: Error | null
  status: 'loading' | 'error' | 'success'
  /** Never read before. */
  isLoading: boolean
  isFetching: boolean
  isSuccess: boolean
  isError: boolean
  refetch(): Promise<void>
}

/** The result of a reading, whose callbacks are called. A session that failed is its failure too. */
export function useQueryResult<T>(
  loaded: Loaded<T>,
  refetch: () => Promise<void>,
  options: QueryOptions<T> = {},
): QueryResult<T> {
  const sessionError = useInboxState((state) => state.session.error)
  const { data } = loaded
  const error = loaded.error ?? sessionError
  const latest = useRef(options)
  useEffect(() => {
    latest.current = options
  })
  useEffect(() => {
    if (data === undefined) return
    latest.current.onSuccess?.(data)
    latest.current.onSettled?.(data, null)
  }, [data])
  useEffect(() => {
    if (!error) return
    latest.current.onError?.(error)
    latest.current.onSettled?.(undefined, error)
  }, [error])
  const status = error ? 'error' : data === undefined ? 'loading' : 'success'
  return {
    data,
    error,
    status,
    isLoading: status === 'loading',
    isFetching: loaded.isFetching,
    isSuccess: status === 'success',
    isError: status === 'error',
    refetch,
  }
}
