import { beforeEach, expect, test, vi } from 'vitest'
import { fakeServer, onPath } from '#web/test/fake-server.ts'
import { sessionOf } from '#web/test/sessions.ts'
import { safeCallback } from './callback-url.ts'
import { createSessionClient } from './session.ts'

beforeEach(() => {
  Object.defineProperty(navigator, 'sendBeacon', { value: undefined, configurable: true })
})

test('no one signed in: loading, then unauthenticated, asked once', async () => {
  const server = fakeServer(null, [])
  const client = createSessionClient()
  expect(client.state().status).toBe('loading')
  expect(await client.load()).toBeNull()
  expect(await client.load()).toBeNull()
  expect(client.state().status).toBe('unauthenticated')
  expect(server.calls('GET', '/api/auth/session')).toHaveLength(1)
})

test('a session that cannot be read is logged as CLIENT_FETCH_ERROR and counts as none', async () => {
  const server = fakeServer(null, [onPath('GET', '/api/auth/session', () => ({ status: 500, body: {} }))])
  const client = createSessionClient()
  expect(await client.load()).toBeNull()
  const [log] = server.calls('POST', '/api/auth/_log')
  expect(Object.fromEntries(log?.body as URLSearchParams)).toMatchObject({ level: 'error', code: 'CLIENT_FETCH_ERROR' })
})

test('a broken connection signs no one out', async () => {
  fakeServer(sessionOf(), [])
  const client = createSessionClient()
  await client.load()
  fakeServer(null, [onPath('GET', '/api/auth/session', () => Promise.reject(new TypeError('Failed to fetch')))])
  expect(await client.refetch()).toBeNull()
  expect(client.state().status).toBe('authenticated')
  fakeServer(null, [])
  await client.refetch()
  expect(client.state().status).toBe('unauthenticated')
})

test('signing in by credentials posts the token and the fields, and tells the other tabs', async () => {
  const signIn = onPath('POST', '/api/auth/callback/credentials', () => {
    server.state.session = sessionOf()
    return { status: 200, body: { url: 'http://localhost:5000/dashboard' } }
  })
  const server = fakeServer(null, [signIn])
  const client = createSessionClient()
  const result = await client.signIn('credentials', {
    email: 'a@b.co',
    password: 'p',
    callbackUrl: 'http://localhost:5000/x',
  })
  expect(result).toEqual({ ok: true, status: 200, error: null, url: 'http://localhost:5000/dashboard' })
  expect(client.state().status).toBe('authenticated')
  const sent = Object.fromEntries(server.calls('POST', '/api/auth/callback/credentials')[0]?.body as URLSearchParams)
  expect(sent).toEqual({
    csrfToken: 'token',
    json: 'true',
    callbackUrl: 'http://localhost:5000/x',
    email: 'a@b.co',
    password: 'p',
  })
  expect(JSON.parse(localStorage.getItem('nextauth.message') ?? '')).toMatchObject({
    event: 'session',
    data: { trigger: 'signIn' },
  })
})

test('a refused sign-in holds the code and no address', async () => {
  const url = 'http://localhost:5000/api/auth/error?error=CredentialsSignin'
  fakeServer(null, [onPath('POST', '/api/auth/callback/credentials', () => ({ status: 401, body: { url } }))])
  const result = await createSessionClient().signIn('credentials', { email: 'a', password: 'b' })
  expect(result).toEqual({ ok: false, status: 401, error: 'CredentialsSignin', url: null })
})

test('the session is asked for again on focus and by poll, only while someone is signed in', async () => {
  vi.useFakeTimers()
  const server = fakeServer(sessionOf(), [])
  const client = createSessionClient({ pollSeconds: 10 })
  await client.load()
  const stop = client.start()
  const asked = () => server.calls('GET', '/api/auth/session').length
  await vi.advanceTimersByTimeAsync(2000)
  window.dispatchEvent(new Event('focus'))
  await vi.advanceTimersByTimeAsync(1)
  expect(asked()).toBe(2)
  await vi.advanceTimersByTimeAsync(9000)
  expect(asked()).toBe(3)
  server.state.session = null
  await client.refetch()
  const before = asked()
  await vi.advanceTimersByTimeAsync(30_000)
  expect(asked()).toBe(before)
  stop()
})

test('an answer that was on its way when another tab signed out is not taken for the session', async () => {
  let answer: (() => void) | undefined
  const server = fakeServer(null, [
    onPath('GET', '/api/auth/session', async () => {
      const body = server.state.session ?? {}
      if (!answer) await new Promise<void>((resolve) => (answer = resolve))
      return { status: 200, body }
    }),
  ])
  server.state.session = sessionOf()
  const client = createSessionClient()
  const stop = client.start()
  const opened = client.load()
  await vi.waitFor(() => expect(answer).toBeDefined())
  server.state.session = null
  const newValue = JSON.stringify({ event: 'session', data: { trigger: 'signout' } })
  window.dispatchEvent(new StorageEvent('storage', { key: 'nextauth.message', newValue }))
  answer?.()
  await opened
  expect(client.state().status).toBe('unauthenticated')
  expect(client.signedOut()).toBe('elsewhere')
  stop()
})

test.each([
  ['/profile?tab=1#x', '/profile?tab=1#x'],
  ['http://localhost:5000/companies', '/companies'],
  ['https://evil.example/x', '/'],
  ['//evil.example', '/'],
  ['/\\evil.example', '/'],
  ['javascript:alert(1)', '/'],
  ['/signin?callbackUrl=/signin', '/'],
  [undefined, '/'],
])('after signing in, %s leads to %s', (given, expected) => {
  expect(safeCallback(given)).toBe(expected)
})
