import { endpoint } from '@recado/contracts/endpoint'
import { beforeEach, expect, test, vi } from 'vitest'
import { type ApiError, call, connectApi } from './api.ts'
import { FetchError, fetchJson } from './fetch-json.ts'
import { createQueryClient } from './query-client.ts'

const schema = undefined as never
const readThing = endpoint({
  method: 'GET',
  path: '/api/v1/things/:id',
  can: 'public',
  summary: '',
  params: schema,
  query: schema,
  response: null,
})
const writeThing = endpoint({
  method: 'POST',
  path: '/api/v1/things',
  can: 'public',
  summary: '',
  body: schema,
  response: null,
})

const answer = (status: number, body: unknown) => {
  const fake = vi.fn(async (_url: string, _init?: RequestInit) => new Response(JSON.stringify(body), { status }))
  vi.stubGlobal('fetch', fake)
  return fake
}

const failureOf = async (promise: Promise<unknown>): Promise<ApiError> =>
  promise.then(
    () => Promise.reject(new Error('It should have failed')),
    (error: unknown) => error as ApiError,
  )

const hooks = { company: () => 'c-1', companyVersion: () => 'c-1', onStaleCompany: vi.fn(), onSessionChanged: vi.fn() }

beforeEach(() => {
  vi.clearAllMocks()
  connectApi(hooks)
  // biome-ignore lint/suspicious/noDocumentCookie: the client reads this cookie
  document.cookie = 'XSRF-TOKEN=t%3D1'
})

test('a call fills in the path, sends the query, and says which company the tab believes in', async () => {
  const fake = answer(200, { ok: true })
  const input = { params: { id: 'a/b' }, query: { tags: ['x', 'y'], empty: undefined } }
  expect(await call(readThing, input as never)).toEqual({ ok: true })
  const [url, init] = fake.mock.calls[0] ?? []
  expect(url).toBe('/api/v1/things/a%2Fb?tags=x&tags=y')
  expect(new Headers(init?.headers).get('x-company')).toBe('c-1')
  expect(new Headers(init?.headers).get('x-company-version')).toBe('c-1')
})

test('a write carries the token of the XSRF cookie', async () => {
  const fake = answer(200, {})
  await call(writeThing, { body: { name: 'n' } } as never)
  const init = fake.mock.calls[0]?.[1]
  expect(new Headers(init?.headers).get('x-xsrf-token')).toBe('t=1')
  expect(init?.body).toBe('{"name":"n"}')
})

test('a problem document becomes an ApiError with its fields and trace id', async () => {
  const errors = [{ path: 'name', code: 'too_small', message: 'short' }]
  answer(422, { title: 'Wrong', status: 422, code: 'validation_failed', trace_id: 't9', errors })
  const error = await failureOf(call(writeThing, {} as never))
  expect(error).toMatchObject({ code: 'validation_failed', status: 422, traceId: 't9', fields: errors })
})

test('a stale company, a lost session and new terms are told to those who care', async () => {
  answer(409, { title: '', status: 409, code: 'stale_company' })
  await failureOf(call(readThing, { params: { id: '1' } } as never))
  expect(hooks.onStaleCompany).toHaveBeenCalledOnce()
  answer(401, { title: '', status: 401, code: 'unauthenticated' })
  await failureOf(call(readThing, { params: { id: '1' } } as never))
  expect(hooks.onSessionChanged).toHaveBeenCalledOnce()
  answer(403, { title: '', status: 403, code: 'terms_pending' })
  await failureOf(call(writeThing, {} as never))
  expect(hooks.onSessionChanged).toHaveBeenCalledTimes(2)
  answer(403, { title: '', status: 403, code: 'forbidden' })
  await failureOf(call(writeThing, {} as never))
  expect(hooks.onSessionChanged).toHaveBeenCalledTimes(2)
})

test('no answer is a network error, an answer of another kind is unexpected', async () => {
  vi.stubGlobal('fetch', async () => Promise.reject(new TypeError('Failed to fetch')))
  expect(await failureOf(call(writeThing, {} as never))).toMatchObject({ code: 'network', status: 0 })
  answer(502, '<html>')
  const error = await failureOf(call(writeThing, {} as never))
  expect(error).toMatchObject({ code: 'unexpected', status: 502 })
  expect(error.message).toBe('An error occurred while fetching the data.')
})

test('the fetch helper reads one address or several, and throws status and body', async () => {
  answer(200, { a: 1 })
  expect(await fetchJson('/x')).toEqual({ a: 1 })
  expect(await fetchJson(['/x', '/y'])).toEqual([{ a: 1 }, { a: 1 }])
  answer(404, { reason: 'gone' })
  const error = (await failureOf(fetchJson('/x'))) as unknown as FetchError
  expect(error).toBeInstanceOf(FetchError)
  expect(error).toMatchObject({
    message: 'An error occurred while fetching the data.',
    status: 404,
    info: { reason: 'gone' },
  })
})

test('queries are tried three times more unless there is nothing; mutations are not', () => {
  const { queries, mutations } = createQueryClient().getDefaultOptions()
  const retry = queries?.retry as (failures: number, error: Error) => boolean
  const delay = queries?.retryDelay as (attempt: number) => number
  expect([0, 1, 2, 3].map((failures) => retry(failures, new Error('x')))).toEqual([true, true, true, false])
  expect(retry(0, new FetchError(404, null))).toBe(false)
  for (const status of [400, 403, 408, 429, 500]) expect(retry(0, new FetchError(status, null))).toBe(true)
  expect([0, 1, 2, 3, 4, 5, 9].map(delay)).toEqual([1000, 2000, 4000, 8000, 16_000, 30_000, 30_000])
  expect(queries?.gcTime).toBe(300_000)
  expect(mutations?.retry).toBe(0)
})
