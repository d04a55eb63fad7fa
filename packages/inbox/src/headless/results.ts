import { asError } from '../client/errors.ts'
import type { Inbox, InboxState, Loaded } from '../client/types.ts'

/** How a reading stands. */
export interface FetchResult<T> {
  data: T | undefined
  error: Error | null
  status: 'loading' | 'error' | 'success'
  /** Never read before. */
  isLoading: boolean
  isFetching: boolean
  isError: boolean
}

/** How a change stands. */
export interface UpdateResult<T> {
  data: T | undefined
  error: Error | null
  status: 'loading' | 'error' | 'success'
  isLoading: boolean
  isError: boolean
}

export interface FetchCallbacks<T> {
  /** Told how it stands, at once and whenever that changes. */
  listener: (result: FetchResult<T>) => void
  /** Told each answer, and what it became by changes since. */
  onSuccess?: ((data: T) => void) | undefined
  onError?: ((error: Error) => void) | undefined
}

export interface UpdateCallbacks<T> {
  listener?: ((result: UpdateResult<T>) => void) | undefined
  onSuccess?: ((data: T) => void) | undefined
  onError?: ((error: Error) => void) | undefined
}

const statusOf = (data: unknown, error: Error | null) => {
  if (error) return 'error'
  return data === undefined ? 'loading' : 'success'
}

/** Tells callbacks of a part of an inbox until it is stopped. What is on its way by now counts as asked for. */
export function observe<T>(
  inbox: Inbox,
  select: (state: InboxState) => Loaded<T>,
  { listener, onSuccess, onError }: FetchCallbacks<T>,
): () => void {
  let last: Loaded<T> | undefined
  let answered: T | undefined
  const tell = () => {
    const now = select(inbox.getState())
    const before = last
    if (before && before.data === now.data && before.error === now.error && before.isFetching === now.isFetching) return
    last = now
    const { data, error, isFetching } = now
    const status = statusOf(data, error)
    listener({ data, error, status, isFetching, isLoading: status === 'loading', isError: status === 'error' })
    if (isFetching) return
    const isAnswer = before?.isFetching === true
    if (error) {
      if (isAnswer || before?.error !== error) onError?.(error)
    } else if (data !== undefined && (isAnswer || data !== answered)) {
      answered = data
      onSuccess?.(data)
    }
  }
  const stop = inbox.subscribe(tell)
  tell()
  return stop
}

/** Tells callbacks of a change. Its failure is told to them alone. */
export async function report<T>(
  change: Promise<T>,
  { listener, onSuccess, onError }: UpdateCallbacks<T>,
): Promise<void> {
  listener?.({ data: undefined, error: null, status: 'loading', isLoading: true, isError: false })
  const outcome = await change.then(
    (data) => ({ data, error: null }),
    (reason: unknown) => ({ data: undefined, error: asError(reason) }),
  )
  if (outcome.error) {
    listener?.({ ...outcome, status: 'error', isLoading: false, isError: true })
    onError?.(outcome.error)
  } else {
    listener?.({ ...outcome, status: 'success', isLoading: false, isError: false })
    onSuccess?.(outcome.data as T)
  }
}
