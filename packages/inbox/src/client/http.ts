import { answerError, InboxError } from './errors.ts'

export type QueryValue = string | number | boolean | readonly (string | number | boolean)[] | null | undefined
export interface Call {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  /** Below `/v1/widgets`. */
  path: string
  query?: Record<string, QueryValue>
  body?: unknown
  token?: string | undefined
  signal?: AbortSignal | undefined
}

const TIMEOUT = 30_000
/** Browsers send no more than 64 KB for a page that is left. */
const KEPT = 60_000

/** Lists in brackets, as the published clients send them; what is absent stays away. */
const searchOf = (query: Record<string, QueryValue> = {}): string => {
  const search = new URLSearchParams()
  for (const [key, value] of Object.entries(query)) {
    if (Array.isArray(value)) for (const one of value) search.append(`${key}[]`, String(one))
    else if (value !== undefined && value !== null) search.set(key, String(value))
  }
  const text = search.toString()
  return text && `?${text}`
}

const bodyOf = async (response: Response): Promise<unknown> => {
  const text = await response.text()
  if (!text) return undefined
  try {
    return JSON.parse(text)
  } catch {
    throw new InboxError('The server did not answer with JSON', 'ERR_BAD_RESPONSE', response.status, text)
  }
}

const failure = (error: unknown, given: AbortSignal | undefined, own: AbortSignal): unknown => {
  if (error instanceof InboxError) return error
  if (given?.aborted) return new InboxError('canceled', 'ERR_CANCELED')
  if (own.aborted) return new InboxError(`timeout of ${TIMEOUT}ms exceeded`, 'ETIMEDOUT')
  return new InboxError('Network Error', 'ERR_NETWORK')
}

/** Calls a widget endpoint; resolves with the parsed body (undefined when empty), rejects with an {@link InboxError}. */
export const callWidget = async (backendUrl: string, call: Call): Promise<unknown> => {
  const sent = call.body === undefined ? undefined : JSON.stringify(call.body)
  const timeout = new AbortController()
  const timer = setTimeout(() => timeout.abort(), TIMEOUT)
  const cancel = () => timeout.abort()
  call.signal?.addEventListener('abort', cancel)
  try {
    const response = await fetch(`${backendUrl.replace(/\/+$/, '')}/v1/widgets${call.path}${searchOf(call.query)}`, {
      method: call.method,
      signal: timeout.signal,
      // What a click changed is saved even when the click leaves the page.
      keepalive: call.method !== 'GET' && (sent?.length ?? 0) * 3 < KEPT,
      headers: {
        ...(call.token ? { Authorization: `Bearer ${call.token}` } : {}),
        ...(sent === undefined ? {} : { 'Content-Type': 'application/json' }),
      },
      ...(sent === undefined ? {} : { body: sent }),
    })
    const body = await bodyOf(response)
    if (!response.ok) throw answerError(response.status, body)
    return body
  } catch (error) {
    throw failure(error, call.signal, timeout.signal)
  } finally {
    clearTimeout(timer)
    call.signal?.removeEventListener('abort', cancel)
  }
}
