// Loads the client of a page: options of its own give this file its own process.
// @vitest-environment-options { "page": "sign-in" }
import type { AddressInfo } from 'node:net'
import { JSDOM } from 'jsdom'
import { createElement, type FunctionComponent, type PropsWithChildren } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { hashPassword } from '#server/lib/password.ts'
import { buildOwnApp, type TestApp } from '#server/test/app.ts'
import { soon } from '#server/test/database.ts'
import { addMember, createCompany, createUser } from '#server/test/factories.ts'

// The public client of next-auth 4, unchanged, against the listening application: a page of the product with its
// address bar, its cookies and its fetch, and nothing else in between.

const origin = 'http://localhost:5000'
const password = 'a good long password'
const location = { href: `${origin}/signin`, origin, reload: () => undefined }
const jar = new Map<string, string>()

type Client = typeof import('next-auth/react')
let client: Client
let server: TestApp
let address: string
let page: JSDOM['window']
let requests: { method: string; url: string; status: number }[] = []

const keepCookies = (lines: string[]) => {
  for (const line of lines) {
    const [pair = '', ...attributes] = line.split(';')
    const at = pair.indexOf('=')
    if (attributes.some((attribute) => /^\s*max-age=0$/i.test(attribute))) jar.delete(pair.slice(0, at))
    else jar.set(pair.slice(0, at), pair.slice(at + 1))
  }
}

const pageFetch =
  (real: typeof fetch): typeof fetch =>
  async (input, init) => {
    const url = new URL(String(input), origin)
    const headers = new Headers(init?.headers)
    headers.set('cookie', [...jar].map(([name, value]) => `${name}=${value}`).join('; '))
    headers.set('sec-fetch-site', 'same-origin')
    const answer = await real(`${address}${url.pathname}${url.search}`, { ...init, headers, redirect: 'manual' })
    keepCookies(answer.headers.getSetCookie())
    requests.push({ method: (init?.method ?? 'GET').toUpperCase(), url: url.pathname, status: answer.status })
    return answer
  }

const pageWindow = (target: JSDOM['window']) =>
  new Proxy(target, {
    get: (_target, key) => {
      if (key === 'location') return location
      const value: unknown = Reflect.get(target, key)
      return typeof value === 'function' && /^(add|remove|dispatch)/.test(String(key)) ? value.bind(target) : value
    },
  })

beforeAll(async () => {
  server = await buildOwnApp()
  await server.app.listen({ port: 0, host: '127.0.0.1' })
  address = `http://127.0.0.1:${(server.app.server.address() as AddressInfo).port}`
  page = new JSDOM('<div id="root"></div>', { url: location.href }).window
  vi.stubGlobal('fetch', pageFetch(globalThis.fetch))
  vi.stubGlobal('window', pageWindow(page))
  vi.stubGlobal('document', page.document)
  vi.stubGlobal('localStorage', page.localStorage)
  client = await import('next-auth/react')
})

afterAll(async () => {
  vi.unstubAllGlobals()
  await server.close()
})

beforeEach(() => {
  jar.clear()
  requests = []
  location.href = `${origin}/signin`
})

const person = async () => createUser(server.deps, { passwordHash: await hashPassword(password, 64) })
const credentials = (email: string, given = password) => ({ redirect: false as const, email, password: given })

test('without a session getSession is null and reports no error', async () => {
  expect(await client.getSession()).toBeNull()
  expect(requests).toEqual([{ method: 'GET', url: '/api/auth/session', status: 200 }])
})

test('getCsrfToken and getProviders', async () => {
  expect(await client.getCsrfToken()).toMatch(/^[0-9a-f]{64}$/)
  expect(await client.getProviders()).toMatchObject({ credentials: { id: 'credentials', type: 'credentials' } })
})

test('signIn without redirect answers ok, then getSession has the person', async () => {
  const user = await person()
  const result = await client.signIn('credentials', { ...credentials(user.email), callbackUrl: '/dashboard' })
  expect(result).toEqual({ error: null, status: 200, ok: true, url: `${origin}/dashboard` })
  expect(await client.getSession()).toMatchObject({
    user: { id: user.id, email: user.email },
    expires: expect.any(String),
  })
})

test('signIn with a wrong password answers the error, and no session', async () => {
  const user = await person()
  const result = await client.signIn('credentials', credentials(user.email, 'wrong'))
  expect(result).toEqual({ error: 'CredentialsSignin', status: 401, ok: false, url: null })
  expect(await client.getSession()).toBeNull()
})

test('signIn that is throttled answers the error instead of throwing', async () => {
  const user = await person()
  const moment = new Date()
  server.deps.now = () => moment
  for (let tries = 0; tries < 8; tries += 1) await client.signIn('credentials', credentials(user.email, 'wrong'))
  expect(await client.signIn('credentials', credentials(user.email))).toEqual({
    error: 'RateLimited',
    status: 429,
    ok: false,
    url: null,
  })
})

test('signIn with redirect goes where it should, and nowhere else', async () => {
  const user = await person()
  await client.signIn('credentials', { email: user.email, password, callbackUrl: '/companies' })
  expect(location.href).toBe(`${origin}/companies`)
  await client.signIn('credentials', { email: user.email, password, callbackUrl: 'https://evil.example/' })
  expect(location.href).toBe(origin)
  await client.signIn('credentials', { email: user.email, password, callbackUrl: '\\\\evil.example' })
  expect(location.href).toBe(origin)
  await client.signIn('credentials', { email: user.email, password: 'wrong', callbackUrl: 'https://evil.example/' })
  expect(location.href).toBe(`${origin}/api/auth/error?error=CredentialsSignin&provider=credentials`)
})

test('signIn with an unknown provider leads to the sign-in page', async () => {
  await client.signIn('myspace', { callbackUrl: '/dashboard' })
  expect(location.href).toBe('/api/auth/signin?callbackUrl=%2Fdashboard')
})

test('signOut ends the session and answers the address to go to', async () => {
  const user = await person()
  await client.signIn('credentials', credentials(user.email))
  const token = jar.get('next-auth.session-token') ?? ''
  expect(await client.signOut({ redirect: false, callbackUrl: '/signin' })).toEqual({ url: `${origin}/signin` })
  expect(await client.getSession()).toBeNull()
  jar.set('next-auth.session-token', token)
  expect(await client.getSession()).toBeNull()
})

const openRoot = (): Root => {
  const container = page.document.getElementById('root')
  if (!container) throw new Error('no root')
  return createRoot(container)
}

type Held = ReturnType<Client['useSession']>
const mount = (): { held: () => Held; root: Root } => {
  let current: Held | undefined
  const Probe = () => {
    current = client.useSession()
    return null
  }
  const root = openRoot()
  const Provider = client.SessionProvider as FunctionComponent<PropsWithChildren>
  root.render(createElement(Provider, null, createElement(Probe)))
  return {
    root,
    held: () => {
      if (!current) throw new Error('not rendered yet')
      return current
    },
  }
}

test('SessionProvider loads the session, and update switches the company', async () => {
  const user = await person()
  const [first, second] = [await createCompany(server.deps), await createCompany(server.deps)]
  await addMember(server.deps, first.id, user.id)
  await addMember(server.deps, second.id, user.id)
  await client.signIn('credentials', credentials(user.email))
  const { held, root } = mount()
  await vi.waitFor(() => expect(held().status).toBe('authenticated'), soon)
  expect(held().data).toMatchObject({ user: { currentCompany: { id: first.id } } })
  const updated = await held().update({ companyId: second.id })
  expect(updated).toMatchObject({ user: { currentCompany: { id: second.id } } })
  await vi.waitFor(() => expect(held().data).toMatchObject({ user: { currentCompany: { id: second.id } } }), soon)
  await client.signOut({ redirect: false })
  await vi.waitFor(() => expect(held().status).toBe('unauthenticated'), soon)
  root.unmount()
})

test('a page that needs a session sends to the sign-in page with SessionRequired', async () => {
  const Required = () => {
    client.useSession({ required: true })
    return null
  }
  const root = openRoot()
  const Provider = client.SessionProvider as FunctionComponent<PropsWithChildren>
  location.href = `${origin}/companies?tab=members`
  root.render(createElement(Provider, null, createElement(Required)))
  await vi.waitFor(() => expect(location.href).toContain('/api/auth/signin?error=SessionRequired'), soon)
  root.unmount()
  const answer = await fetch(location.href)
  expect(answer.status).toBe(302)
  const target = new URL(answer.headers.get('location') ?? '')
  expect(`${target.origin}${target.pathname}`).toBe(`${origin}/signin`)
  expect(Object.fromEntries(target.searchParams)).toEqual({
    error: 'SessionRequired',
    callbackUrl: `${origin}/companies?tab=members`,
  })
})
