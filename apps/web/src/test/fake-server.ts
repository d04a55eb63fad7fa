import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { EndpointResponse, EndpointShape } from '@recado/contracts/endpoint'
import { type ErrorCode, errorStatus } from '@recado/contracts/errors'
import { vi } from 'vitest'
import type { Session } from '#web/lib/session/session.ts'

/** A request as the fake saw it. */
export type Seen = { method: string; path: string; query: URLSearchParams; body: unknown; headers: Headers }

type Answer = { status: number; body: unknown }
type Handler = (seen: Seen, params: Record<string, string>) => Answer | Promise<Answer>
export type FakeRoute = { method: string; pattern: RegExp; handler: Handler }

const patternOf = (path: string): RegExp => new RegExp(`^${path.replace(/:(\w+)/g, '(?<$1>[^/]+)')}$`)

/** Answers an endpoint of the contracts; the answer is checked by type. */
export const on = <E extends EndpointShape>(
  endpoint: E,
  answer: (seen: Seen, params: Record<string, string>) => EndpointResponse<E> | Promise<EndpointResponse<E>>,
): FakeRoute => ({
  method: endpoint.method,
  pattern: patternOf(endpoint.path),
  handler: async (seen, params) => ({ status: 200, body: await answer(seen, params) }),
})

/** Makes an endpoint answer a problem document. */
export const failing = (endpoint: EndpointShape, code: ErrorCode, more: Record<string, unknown> = {}): FakeRoute => {
  const status = errorStatus[code]
  return {
    method: endpoint.method,
    pattern: patternOf(endpoint.path),
    handler: () => ({ status, body: { type: 'about:blank', title: code, status, code, trace_id: 'trace-1', ...more } }),
  }
}

/** Answers any path, for calls outside of the contracts. */
export const onPath = (method: string, path: string, handler: Handler): FakeRoute => ({
  method,
  pattern: patternOf(path),
  handler,
})

const texts = (path: string): Answer => {
  const file = resolve(import.meta.dirname, '../../public', path.slice(1))
  return { status: 200, body: JSON.parse(readFileSync(file, 'utf8')) }
}

const defaults = (state: { session: Session | null }): FakeRoute[] => [
  { method: 'GET', pattern: /^\/locales\//, handler: ({ path }) => texts(path) },
  onPath('GET', '/api/auth/session', () => ({ status: 200, body: state.session ?? {} })),
  onPath('GET', '/api/auth/csrf', () => ({ status: 200, body: { csrfToken: 'token' } })),
  onPath('GET', '/api/auth/providers', () => ({
    status: 200,
    body: { credentials: { id: 'credentials', name: 'Credentials', type: 'credentials' } },
  })),
  onPath('POST', '/api/auth/_log', () => ({ status: 200, body: {} })),
  onPath('GET', '/api/v1/settings/general', () => ({ status: 200, body: { id: 7, name: 'Recado' } })),
  onPath('GET', '/api/v1/me/two-factor', () => ({
    status: 200,
    body: { enabled: false, since: null, recoveryCodesLeft: 0 },
  })),
  onPath('GET', '/api/v1/conversations/counts', () => ({
    status: 200,
    body: { mine: 0, unassigned: 0, all: 3, unread: 3 },
  })),
  onPath('GET', '/api/v1/admin/campaign-risks', () => ({ status: 200, body: { open: 0 } })),
  onPath('GET', '/api/v1/list-settings', () => ({ status: 200, body: { data: [] } })),
  onPath('GET', '/api/v1/companies/:id/audit', () => ({
    status: 200,
    body: { data: [], page: { next: null, has_more: false } },
  })),
  onPath('GET', '/api/v1/me/announcement', () => ({ status: 200, body: { announcement: null } })),
  onPath('GET', '/api/v1/views', () => ({ status: 200, body: { data: [] } })),
  onPath('GET', '/api/v1/app', () => ({
    status: 200,
    body: { version: '1.2.3', mode: 'production', demo: null, tagManagerId: null },
  })),
]

const bodyOf = (body: BodyInit | null | undefined): unknown => {
  if (typeof body !== 'string') return body
  try {
    return JSON.parse(body)
  } catch {
    return body
  }
}

/** Replaces the network: what the routes do not answer is a failure that the test sees. */
export const fakeServer = (session: Session | null, routes: FakeRoute[]) => {
  const state = { session }
  const seen: Seen[] = []
  const all = [...routes, ...defaults(state)]
  const answer = async (input: RequestInfo | URL, init: RequestInit = {}): Promise<Response> => {
    const url = new URL(input instanceof Request ? input.url : String(input), window.location.origin)
    const method = init.method ?? 'GET'
    const request: Seen = {
      method,
      path: url.pathname,
      query: url.searchParams,
      body: bodyOf(init.body),
      headers: new Headers(init.headers),
    }
    seen.push(request)
    const route = all.find((it) => it.method === method && it.pattern.test(url.pathname))
    if (!route) throw new TypeError(`No fake answer for ${method} ${url.pathname}`)
    const { status, body } = await route.handler(request, { ...route.pattern.exec(url.pathname)?.groups })
    return new Response(body === undefined ? null : JSON.stringify(body), { status })
  }
  vi.stubGlobal('fetch', answer)
  return {
    state,
    seen,
    routes: all,
    calls: (method: string, path: string) => seen.filter((it) => it.method === method && it.path === path),
  }
}
