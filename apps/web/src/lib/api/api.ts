import type { EndpointCall, EndpointResponse, EndpointShape } from '@recado/contracts/endpoint'
import type { ErrorCode, FieldError, Problem } from '@recado/contracts/errors'
import { companyHeader } from '@recado/contracts/identity/auth'

/** Codes that only the browser knows: no answer at all, cancelled, or an answer that is no problem document. */
export type ApiErrorCode = ErrorCode | 'network' | 'aborted' | 'unexpected'

type ErrorParts = {
  code: ApiErrorCode
  status: number
  fields?: readonly FieldError[] | undefined
  traceId?: string | undefined
  data?: Record<string, unknown> | undefined
}

/** A call that failed. `status` is 0 when no answer came; texts live in the locales under `errors:<code>`. */
export class ApiError extends Error {
  readonly code: ApiErrorCode
  readonly status: number
  readonly fields: readonly FieldError[]
  readonly traceId: string | null
  readonly data: Record<string, unknown>

  constructor(message: string, parts: ErrorParts) {
    super(message)
    this.name = 'ApiError'
    this.code = parts.code
    this.status = parts.status
    this.fields = parts.fields ?? []
    this.traceId = parts.traceId ?? null
    this.data = parts.data ?? {}
  }
}

/** Whether a call failed because there is no such thing, or none for this person. */
export const isNotFound = (error: unknown): boolean => error instanceof ApiError && error.status === 404

type ApiHooks = {
  /** Id of the company of this tab, in which its requests work. */
  company: () => string | null
  /** Id of the company that is shown; sent as X-Company-Version. */
  companyVersion: () => string | null
  onStaleCompany: () => void
  /** It has ended, or the person has terms to accept. */
  onSessionChanged: () => void
}

let hooks: ApiHooks = {
  company: () => null,
  companyVersion: () => null,
  onStaleCompany: () => {},
  onSessionChanged: () => {},
}

/** Tells the client which company is current, and whom to tell when that or the session is not what the server knows. */
export const connectApi = (next: ApiHooks): void => {
  hooks = next
}

type CallOptions = {
  signal?: AbortSignal
  onProgress?: (fraction: number) => void
  /** Goes on although the page is left; for small bodies, and no one sees the answer. */
  keepalive?: boolean
  /** The company in which it was begun, when that need not be the tab's any more. */
  company?: string | undefined
}
type Loose = { params?: unknown; query?: unknown; body?: unknown }

/** The second argument of `call`: may be left out when the endpoint needs nothing. */
export type CallArgs<E extends EndpointShape> =
  Record<never, never> extends EndpointCall<E>
    ? [input?: EndpointCall<E>, options?: CallOptions]
    : [input: EndpointCall<E>, options?: CallOptions]

const cookie = (name: string): string | null => {
  const pair = document.cookie.split('; ').find((entry) => entry.startsWith(`${name}=`))
  return pair ? decodeURIComponent(pair.slice(name.length + 1)) : null
}

const searchOf = (query: Record<string, unknown>): string => {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    for (const item of Array.isArray(value) ? value : [value]) {
      if (item !== undefined && item !== null && item !== '') search.append(name, String(item))
    }
  }
  return search.size > 0 ? `?${search}` : ''
}

/** Address of an endpoint with its path and query parameters filled in. */
export const urlOf = (endpoint: EndpointShape, input: { params?: unknown; query?: unknown } = {}): string => {
  const params = (input.params ?? {}) as Record<string, unknown>
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name] ?? '')))
  return path + searchOf((input.query ?? {}) as Record<string, unknown>)
}

const formOf = (body: unknown): FormData => {
  if (body instanceof FormData) return body
  const form = new FormData()
  for (const [name, value] of Object.entries((body ?? {}) as Record<string, unknown>)) {
    if (value === undefined || value === null) continue
    form.append(name, value instanceof Blob ? value : String(value))
  }
  return form
}

const headersFor = (endpoint: EndpointShape, json: boolean, begunIn?: string): Record<string, string> => {
  const headers: Record<string, string> = { accept: 'application/json' }
  if (json) headers['content-type'] = 'application/json'
  const token = cookie('XSRF-TOKEN')
  if (token && endpoint.method !== 'GET') headers['x-xsrf-token'] = token
  const company = begunIn ?? hooks.company()
  const version = begunIn ?? hooks.companyVersion()
  if (company) headers[companyHeader] = company
  if (version) headers['x-company-version'] = version
  return headers
}

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

const isProblem = (value: unknown): value is Problem =>
  typeof value === 'object' && value !== null && 'code' in value && 'status' in value

const failure = (status: number, text: string, traceId: string | null): ApiError => {
  const body = parse(text)
  if (!isProblem(body)) {
    const parts: ErrorParts = { code: 'unexpected', status, traceId: traceId ?? undefined }
    return new ApiError('An error occurred while fetching the data.', parts)
  }
  const { code, errors, data } = body
  return new ApiError(body.detail ?? body.title, { code, status, fields: errors, traceId: body.trace_id, data })
}

const noteFailure = (error: ApiError): void => {
  if (error.code === 'stale_company') hooks.onStaleCompany()
  if (error.status === 401 || error.code === 'terms_pending') hooks.onSessionChanged()
}

type Answer = { status: number; text: string; traceId: string | null }

const sendWithProgress = (
  endpoint: EndpointShape,
  url: string,
  form: FormData,
  options: CallOptions,
): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    const fail = (code: 'network' | 'aborted') => () => reject(new ApiError('Network Error', { code, status: 0 }))
    request.open(endpoint.method, url)
    for (const [name, value] of Object.entries(headersFor(endpoint, false, options.company)))
      request.setRequestHeader(name, value)
    request.upload.onprogress = (event) => {
      if (event.lengthComputable) options.onProgress?.(event.loaded / event.total)
    }
    request.onload = () =>
      resolve({
        status: request.status,
        text: request.responseText,
        traceId: request.getResponseHeader('x-request-id'),
      })
    request.onerror = fail('network')
    request.onabort = fail('aborted')
    options.signal?.addEventListener('abort', () => request.abort())
    request.send(form)
  })

const request = (
  endpoint: EndpointShape,
  input: Loose,
  form: FormData | null,
  options: CallOptions,
): Promise<Response> => {
  const json = form === null && input.body !== undefined
  return fetch(urlOf(endpoint, input), {
    method: endpoint.method,
    credentials: 'same-origin',
    headers: headersFor(endpoint, json, options.company),
    signal: options.signal ?? null,
    keepalive: options.keepalive ?? false,
    body: form ?? (json ? JSON.stringify(input.body) : null),
  }).catch((cause: unknown) => {
    const code = options.signal?.aborted ? 'aborted' : 'network'
    throw new ApiError(cause instanceof Error ? cause.message : 'Network Error', { code, status: 0 })
  })
}

const send = async (endpoint: EndpointShape, input: Loose, options: CallOptions): Promise<Answer> => {
  const form = endpoint.bodyKind === 'multipart' ? formOf(input.body) : null
  if (form && options.onProgress) return sendWithProgress(endpoint, urlOf(endpoint, input), form, options)
  const response = await request(endpoint, input, form, options)
  return { status: response.status, text: await response.text(), traceId: response.headers.get('x-request-id') }
}

const receive = <E extends EndpointShape>(answer: Answer): EndpointResponse<E> => {
  if (answer.status >= 200 && answer.status < 300) {
    return (answer.text === '' ? undefined : parse(answer.text)) as EndpointResponse<E>
  }
  const error = failure(answer.status, answer.text, answer.traceId)
  noteFailure(error)
  throw error
}

/**
 * Calls an endpoint of the contracts. Multipart endpoints take their fields and one File in `body` and report
 * `onProgress` from 0 to 1. Throws ApiError; a stale company or a lost session is also told to the hooks.
 */
export const call = async <E extends EndpointShape>(
  endpoint: E,
  ...args: CallArgs<E>
): Promise<EndpointResponse<E>> => {
  const [input, options] = args
  return receive<E>(await send(endpoint, (input ?? {}) as Loose, options ?? {}))
}

/** Fetches the file that an endpoint answers with. Throws ApiError. */
export const fetchFile = async (
  endpoint: EndpointShape,
  input: { params?: unknown; query?: unknown },
): Promise<Blob> => {
  const response = await request(endpoint, input, null, {})
  if (response.ok) return response.blob()
  const error = failure(response.status, await response.text(), response.headers.get('x-request-id'))
  noteFailure(error)
  throw error
}

/** Sends one file, with further fields when the endpoint takes them, and reports progress from 0 to 1. */
export const upload = async <E extends EndpointShape>(
  endpoint: E,
  file: File,
  input: { params?: Record<string, string>; query?: Record<string, string>; fields?: Record<string, string> } = {},
  options: CallOptions = {},
): Promise<EndpointResponse<E>> => {
  const body = formOf({ ...input.fields, file })
  return receive<E>(await send(endpoint, { params: input.params, query: input.query, body }, options))
}
