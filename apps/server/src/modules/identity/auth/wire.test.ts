import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { systemCtx } from '#server/context.ts'
import { sessions } from '#server/db/schema/identity/sessions.ts'
import { users } from '#server/db/schema/identity/users.ts'
import { hashPassword } from '#server/lib/password.ts'
import { findUserByEmail } from '#server/modules/identity/users/queries.ts'
import { buildOwnApp, buildTestApp, type TestApp } from '#server/test/app.ts'
import { createBrowser } from '#server/test/browser.ts'
import { addMember, createCompany, createSignedIn, createUser, signIn } from '#server/test/factories.ts'

const origin = 'http://localhost:5000'
const password = 'a good long password'
let server: TestApp
let nextIp = 1

const browser = () => {
  nextIp += 1
  return createBrowser(server.app, { ip: `10.0.${Math.floor(nextIp / 250)}.${nextIp % 250}` })
}

const person = async (fields: Parameters<typeof createUser>[1] = {}) =>
  createUser(server.deps, { passwordHash: await hashPassword(password, 64), ...fields })

beforeAll(async () => {
  server = await buildTestApp()
})
afterAll(() => server.close())

describe('reading', () => {
  test('anonymous visitors get an empty session, not null, and it is not cached', async () => {
    const answer = await browser().get('/api/auth/session')
    expect(answer.json()).toEqual({})
    expect(answer.headers['cache-control']).toContain('no-store')
  })

  test.each(['made-up', 'x'.repeat(3000), '%zz', ''])(
    'a session cookie that is none is taken away: %s',
    async (value) => {
      const answer = await server.app.inject({
        url: '/api/auth/session',
        headers: { cookie: `theme=dark; next-auth.session-token=${value}` },
      })
      expect(answer.json()).toEqual({})
      expect(String(answer.headers['set-cookie'])).toMatch(/^next-auth\.session-token=;.*Max-Age=0/)
    },
  )

  test('a session that ended takes nothing away from a browser that may have signed in again meanwhile', async () => {
    const { headers } = await createSignedIn(server.deps)
    const signedOut = browser()
    signedOut.use(headers)
    await signedOut.send('POST', '/api/auth/signout', { form: { csrfToken: await signedOut.csrf(), json: 'true' } })
    const late = await server.app.inject({ url: '/api/auth/session', headers })
    expect([late.json(), late.headers['set-cookie']]).toEqual([{}, undefined])
  })

  test('the csrf token stays the same while its cookie is ours, and a forged cookie gets a new one', async () => {
    const b = browser()
    const first = await b.csrf()
    expect(await b.csrf()).toBe(first)
    b.jar.set('next-auth.csrf-token', `${first}|${'0'.repeat(64)}`)
    expect(await b.csrf()).not.toBe(first)
  })

  test('only providers with keys are offered', async () => {
    expect((await browser().get('/api/auth/providers')).json()).toEqual({
      credentials: {
        id: 'credentials',
        name: 'Credentials',
        type: 'credentials',
        signinUrl: `${origin}/api/auth/signin/credentials`,
        callbackUrl: `${origin}/api/auth/callback/credentials`,
      },
    })
  })

  test('the pages lead to the web app with a cleaned callbackUrl', async () => {
    const b = browser()
    const page = await b.get('/api/auth/signin?error=SessionRequired&callbackUrl=%2Fdashboard')
    expect(page.statusCode).toBe(302)
    expect(page.headers.location).toBe(
      `${origin}/signin?callbackUrl=${encodeURIComponent(`${origin}/dashboard`)}&error=SessionRequired`,
    )
    const evil = await b.get('/api/auth/signin?callbackUrl=https%3A%2F%2Fevil.example')
    expect(evil.headers.location).toBe(`${origin}/signin?callbackUrl=${encodeURIComponent(origin)}`)
    expect((await b.get('/api/auth/error?error=CredentialsSignin')).headers.location).toBe(
      `${origin}/signin?error=CredentialsSignin`,
    )
    expect((await b.get('/api/auth/error?error=Configuration')).headers.location).toBe(
      `${origin}/auth/error?error=Configuration`,
    )
    expect((await b.get('/api/auth/error?error=%3Cscript%3E')).headers.location).toBe(`${origin}/signin?error=Callback`)
  })
})

describe('signing in', () => {
  test('opens a session with the fields of the specification', async () => {
    const user = await person({ locale: 'pt', name: 'Ana' })
    const company = await createCompany(server.deps, { name: 'Empório' })
    await addMember(server.deps, company.id, user.id)
    const b = browser()
    const answer = await b.signIn(`  ${user.email.toUpperCase()} `, password)
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toEqual({ url: origin })
    const cookies = [answer.headers['set-cookie'] ?? []].flat()
    expect(cookies.find((line) => line.startsWith('next-auth.session-token='))).toMatch(/HttpOnly.*SameSite=Lax/)
    expect(cookies.find((line) => line.startsWith('XSRF-TOKEN='))).not.toMatch(/HttpOnly/)
    const session = await b.session()
    expect(session).toMatchObject({
      user: {
        id: user.id,
        email: user.email,
        name: 'Ana',
        role: 'customer',
        locale: 'pt',
        subscriberId: user.id,
        currentCompany: { id: company.id, name: 'Empório', current: true, member: { role: 'admin' } },
        companies: [{ id: company.id, name: 'Empório', current: true, unread: 0 }],
      },
      admin_user: false,
    })
    expect(session.user.subscriberHash).toMatch(/^[0-9a-f]{64}$/)
    expect(session.abilities).toContain('company.manage')
    expect(Date.parse(session.expires)).toBeGreaterThan(Date.now())
    expect(JSON.stringify(session)).not.toContain('argon2')
  })

  test('goes only to our own pages afterwards', async () => {
    const user = await person()
    const to = async (callbackUrl: string) =>
      (await browser().form('/api/auth/callback/credentials', { email: user.email, password, callbackUrl })).json().url
    expect(await to('/companies')).toBe(`${origin}/companies`)
    expect(await to('https://evil.example/')).toBe(origin)
    expect(await to('//evil.example/')).toBe(origin)
  })

  test('a wrong password and an unknown address answer alike', async () => {
    const user = await person()
    const wrong = await browser().signIn(user.email, 'not the password')
    const unknown = await browser().signIn('nobody@example.test', 'not the password')
    expect(wrong.statusCode).toBe(401)
    expect(unknown.statusCode).toBe(401)
    expect(wrong.json()).toEqual({ url: `${origin}/api/auth/error?error=CredentialsSignin&provider=credentials` })
    expect(unknown.json()).toEqual(wrong.json())
  })

  test('an unproven or suspended account is told so only with the right password', async () => {
    const unproven = await person({ email: 'unproven@example.test' })
    await server.deps.database.db
      .update(users)
      .set({ emailVerifiedAt: null, status: 'new' })
      .where(eq(users.id, unproven.id))
    const suspended = await person()
    await server.deps.database.db.update(users).set({ status: 'suspended' }).where(eq(users.id, suspended.id))
    const errorOf = async (email: string, given: string) =>
      new URL((await browser().signIn(email, given)).json().url).searchParams.get('error')
    expect(await errorOf(unproven.email, password)).toBe('EmailNotVerified')
    expect(await errorOf(suspended.email, password)).toBe('Suspended')
    expect(await errorOf(unproven.email, 'wrong password')).toBe('CredentialsSignin')
    expect(await errorOf(suspended.email, 'wrong password')).toBe('CredentialsSignin')
  })

  test('replaces the former session of the browser', async () => {
    const user = await person()
    const b = browser()
    await b.signIn(user.email, password)
    const former = b.jar.get('next-auth.session-token') ?? ''
    await b.signIn(user.email, password)
    expect(b.jar.get('next-auth.session-token')).not.toBe(former)
    const old = browser()
    old.use({ cookie: `next-auth.session-token=${former}` })
    expect(await old.session()).toEqual({})
  })

  test('rehashes a password whose costs differ from today', async () => {
    const user = await person({ passwordHash: await hashPassword(password, 128) })
    expect((await browser().signIn(user.email, password)).statusCode).toBe(200)
    const stored = await findUserByEmail(systemCtx(server.deps, 'test'), user.email)
    expect(stored?.passwordHash).toContain('m=64,')
    expect((await browser().signIn(user.email, password)).statusCode).toBe(200)
  })

  test('without a form that asks for JSON the browser is sent on', async () => {
    const user = await person()
    const b = browser()
    const csrfToken = await b.csrf()
    const answer = await b.send('POST', '/api/auth/callback/credentials', {
      form: { csrfToken, email: user.email, password, callbackUrl: '/dashboard' },
    })
    expect(answer.statusCode).toBe(302)
    expect(answer.headers.location).toBe(`${origin}/dashboard`)
  })
})

describe('throttling', () => {
  beforeEach(() => {
    const moment = new Date()
    server.deps.now = () => moment
  })
  afterEach(() => {
    server.deps.now = () => new Date()
  })

  test('an account is slowed after eight wrong passwords from an address, and answers with a url', async () => {
    const user = await person()
    const b = browser()
    for (let tries = 0; tries < 8; tries += 1) expect((await b.signIn(user.email, 'wrong')).statusCode).toBe(401)
    const answer = await b.signIn(user.email, password)
    expect(answer.statusCode).toBe(429)
    expect(answer.json()).toEqual({ url: `${origin}/api/auth/error?error=RateLimited&provider=credentials` })
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
    const other = await person()
    expect((await browser().signIn(other.email, password)).statusCode).toBe(200)
  })

  test('an address is slowed after thirty, and right passwords do not count', async () => {
    const b = browser()
    const [user, other] = [await person(), await person()]
    for (let tries = 0; tries < 40; tries += 1) expect((await b.signIn(user.email, password)).statusCode).toBe(200)
    for (let tries = 0; tries < 30; tries += 1) await b.signIn(`nobody-${tries}@example.test`, 'wrong')
    expect((await b.signIn(other.email, password)).statusCode).toBe(429)
    expect((await b.signIn(user.email, password)).statusCode).toBe(200)
  })
})

describe('csrf', () => {
  test.each(['/api/auth/callback/credentials', '/api/auth/signout', '/api/auth/signin/google'])(
    '%s needs the token',
    async (url) => {
      const answer = await browser().send('POST', url, { form: { json: 'true', csrfToken: 'forged' } })
      expect(answer.statusCode).toBe(403)
      expect(answer.json()).toEqual({ url: `${origin}/signin?csrf=true&error=MissingCSRF` })
    },
  )

  test('a session update needs the token', async () => {
    const answer = await browser().post('/api/auth/session', { data: {} })
    expect(answer.statusCode).toBe(400)
    expect(answer.json()).toEqual({})
  })

  test('a form of another site cannot write to the product', async () => {
    const user = await person()
    const company = await createCompany(server.deps)
    await addMember(server.deps, company.id, user.id)
    const b = browser()
    b.use(await signIn(server.deps, user.id, company.id))
    const foreign = { 'sec-fetch-site': 'cross-site' }
    expect((await b.send('POST', '/api/v1/companies', { json: { name: 'Evil' }, headers: foreign })).json().code).toBe(
      'csrf',
    )
    const other = { origin: 'https://evil.example' }
    expect((await b.send('PATCH', '/api/v1/me', { json: { name: 'Evil' }, headers: other })).json().code).toBe('csrf')
    b.jar.delete('XSRF-TOKEN')
    expect((await b.send('POST', '/api/v1/companies', { form: { name: 'Evil' } })).json().code).toBe('csrf')
  })

  test('tokens of strange letters are wrong like any other', async () => {
    const b = browser()
    const csrfToken = '\u00e9'.repeat((await b.csrf()).length)
    const answer = await b.send('POST', '/api/auth/callback/credentials', { form: { json: 'true', csrfToken } })
    expect(answer.json().url).toContain('error=MissingCSRF')
    const user = await person()
    const session = await signIn(server.deps, user.id)
    for (const [cookie, token] of [
      ['%', '%'],
      ['', ''],
      ['abc', '\u00e9bc'],
    ]) {
      const headers = { cookie: `${session.cookie}; XSRF-TOKEN=${cookie}`, 'x-xsrf-token': token ?? '' }
      const refused = await browser().send('POST', '/api/v1/companies', { form: { name: 'Evil' }, headers })
      expect(refused.json().code).toBe('csrf')
    }
  })
})

describe('sessions', () => {
  test('signing out ends the session for every copy of its cookie', async () => {
    const user = await person()
    const b = browser()
    await b.signIn(user.email, password)
    const copy = browser()
    copy.use({ cookie: `next-auth.session-token=${b.jar.get('next-auth.session-token')}` })
    expect((await copy.session()).user.id).toBe(user.id)
    const ended: string[] = []
    const stop = server.deps.bus.subscribe('session.ended', ({ sessionIds }) => ended.push(...sessionIds))
    const answer = await b.form('/api/auth/signout', { callbackUrl: '/signin' })
    stop()
    expect(answer.json()).toEqual({ url: `${origin}/signin` })
    expect(ended).toHaveLength(1)
    expect(await copy.session()).toEqual({})
    expect((await copy.get('/api/v1/me')).statusCode).toBe(401)
    expect(b.jar.has('next-auth.session-token')).toBe(false)
  })

  test('GET signout does not sign out', async () => {
    const user = await person()
    const b = browser()
    await b.signIn(user.email, password)
    await b.get('/api/auth/signout')
    expect((await b.session()).user.id).toBe(user.id)
  })

  test('an update switches to an own company only, and nothing else of it is believed', async () => {
    const user = await person()
    const [first, second, foreign] = [
      await createCompany(server.deps),
      await createCompany(server.deps),
      await createCompany(server.deps),
    ]
    await addMember(server.deps, first.id, user.id)
    await addMember(server.deps, second.id, user.id, { role: 'member' })
    const b = browser()
    await b.signIn(user.email, password)
    const update = async (data: unknown) =>
      (await b.send('POST', '/api/auth/session', { json: { csrfToken: await b.csrf(), data } })).json()
    expect((await b.session()).user.currentCompany.id).toBe(first.id)
    expect((await update({ companyId: second.id, role: 'admin', admin_user: true })).user).toMatchObject({
      role: 'customer',
      currentCompany: { id: second.id, member: { role: 'member' } },
    })
    expect((await update({ companies: [{ id: first.id, current: true }] })).user.currentCompany.id).toBe(first.id)
    expect((await update({ currentCompany: { id: second.id } })).user.currentCompany.id).toBe(second.id)
    expect((await update({ companyId: foreign.id })).user.currentCompany.id).toBe(second.id)
    expect((await update('nonsense')).user.currentCompany.id).toBe(second.id)
    await b.form('/api/auth/signout')
    await b.signIn(user.email, password)
    expect((await b.session()).user.currentCompany.id).toBe(second.id)
  })

  test('leaving an impersonation opens a session of the admin', async () => {
    const admin = await person({ role: 'admin' })
    const user = await person()
    const b = browser()
    b.use(await signIn(server.deps, user.id))
    await server.deps.database.db.update(sessions).set({ impersonatorId: admin.id }).where(eq(sessions.userId, user.id))
    expect(await b.session()).toMatchObject({ admin_user: true, user: { id: user.id } })
    const change = await b.put('/api/v1/me/password', { current: password, password: 'another good password' })
    expect(change.statusCode).toBe(403)
    const left = await b.send('POST', '/api/auth/session', {
      json: { csrfToken: await b.csrf(), data: { leaveImpersonation: true } },
    })
    expect(left.json()).toMatchObject({ admin_user: false, user: { id: admin.id, role: 'admin' } })
    expect((await b.session()).user.id).toBe(admin.id)
  })
})

describe('odd input', () => {
  test('_log takes what browsers send and never fails', async () => {
    const b = browser()
    const form = { level: 'error', code: 'CLIENT_FETCH_ERROR', message: 'x'.repeat(2000) }
    expect((await b.send('POST', '/api/auth/_log', { form })).statusCode).toBe(200)
    expect((await b.send('POST', '/api/auth/_log', { form: { message: 'x'.repeat(20_000) } })).statusCode).toBe(200)
    expect((await b.send('POST', '/api/auth/_log', { json: [] })).statusCode).toBe(200)
  })

  test('a broken body answers with a url too', async () => {
    const answer = await browser().send('POST', '/api/auth/callback/credentials', {
      payload: Buffer.from('{"csrfToken":'),
      headers: { 'content-type': 'application/json' },
    })
    expect(answer.statusCode).toBe(400)
    expect(answer.json().url).toContain('error=Callback')
  })

  test('an unknown provider leads to the sign-in page', async () => {
    const answer = await browser().form('/api/auth/signin/myspace', { callbackUrl: '/dashboard' })
    expect(answer.json().url).toContain(`${origin}/signin?callbackUrl=`)
  })
})

test('on https every cookie is tied to the host and sent on https only', async () => {
  const secure = await buildOwnApp({ PUBLIC_URL: 'https://app.example.com' })
  try {
    const b = createBrowser(secure.app)
    await createUser(secure.deps, { email: 'secure@example.test', passwordHash: await hashPassword(password, 64) })
    const answer = await b.signIn('secure@example.test', password)
    expect(answer.json()).toEqual({ url: 'https://app.example.com' })
    const cookies = [answer.headers['set-cookie'] ?? []].flat()
    expect(cookies.find((line) => line.startsWith('__Host-next-auth.session-token='))).toMatch(
      /Path=\/.*HttpOnly.*Secure/,
    )
    expect(b.jar.has('__Host-next-auth.csrf-token')).toBe(true)
    expect(cookies.every((line) => !/domain=/i.test(line))).toBe(true)
    expect((await b.session()).user.email).toBe('secure@example.test')
  } finally {
    await secure.close()
  }
})
