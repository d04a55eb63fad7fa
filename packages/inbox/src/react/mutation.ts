import { useCallback, useEffect, useRef, useState } from 'react'
import { asError } from '../client/errors.ts'

/** What a page may say about a change. */
export interface MutationOptions<T, Input> {
  onSuccess?: ((data: T, input: Input) => void) | undefined
  onError?: ((error: Error, input: Input) => void) | undefined
  onSettled?: ((data: T | undefined, error: Error | null, input: Input) => void) | undefined
}

/** How the last change went. */
export interface MutationResult<T> {
  data: T | undefined
  error: Error | null
  status: 'idle' | 'loading' | 'error' | 'success'
  isIdle: boolean
  isLoading: boolean
  isError: boolean
  isSuccess: boolean
  /** Forgets how it went. */
  reset(): void
}

/** Makes a change. The promise rejects as the change fails; who does not wait for it sees that in the result. */
export type Mutate<T, Input> = (input: Input, options?: MutationOptions<T, Input>) => Promise<T>

interface State<T> {
  status: MutationResult<T>['status']
  data: T | undefined
  error: Error | null
}

/** A change with its state. Of changes that overlap, the state is that of the last. */
export function useMutation<T, Input>(
  make: (input: Input) => Promise<T>,
  options: MutationOptions<T, Input> = {},
): [Mutate<T, Input>, MutationResult<T>] {
  const [state, setState] = useState<State<T>>({ status: 'idle', data: undefined, error: null })
  const latest = useRef({ make, options })
  const calls = useRef(0)
  useEffect(() => {
    latest.current = { make, options }
  })
  const mutate = useCallback<Mutate<T, Input>>((input, own) => {
    calls.current += 1
    const call = calls.current
    const settle = (next: State<T>) => {
      if (call === calls.current) setState(next)
    }
    // What a page throws there is its own failure, and no failure of the change.
    const tell = (call: (told: MutationOptions<T, Input>) => void) => {
      for (const told of [latest.current.options, own]) if (told) queueMicrotask(() => call(told))
    }
    settle({ status: 'loading', data: undefined, error: null })
    const work = latest.current.make(input).then(
      (data) => {
        settle({ status: 'success', data, error: null })
        tell((told) => {
          told.onSuccess?.(data, input)
          told.onSettled?.(data, null, input)
        })
        return data
      },
      (reason: unknown) => {
        const error = asError(reason)
        settle({ status: 'error', data: undefined, error })
        tell((told) => {
          told.onError?.(error, input)
          told.onSettled?.(undefined, error, input)
        })
        throw error
      },
    )
    // Callers may ignore the promise, as with an event handler: the failure is in the result and in `onError`.
    work.catch(() => {})
    return work
  }, [])
  const reset = useCallback(() => {
    calls.current += 1
    setState({ status: 'idle', data: undefined, error: null })
  }, [])
  const { status } = state
  const result: MutationResult<T> = {
    ...state,
    isIdle: status === 'idle',
    isLoading: status === 'loading',
    isError: status === 'error',
    isSuccess: status === 'success',
    reset,
  }
  return [mutate, result]
}
