import { createHash, createSign, generateKeyPairSync, randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { eq } from 'drizzle-orm'
import { generateSync } from 'otplib'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { companies } from '#server/db/schema/companies/companies.ts'
import { users } from '#server/db/schema/identity/users.ts'
import { hashPassword } from '#server/lib/password.ts'
import { buildOwnApp, type TestApp } from '#server/test/app.ts'
import { type Browser, createBrowser } from '#server/test/browser.ts'
import { addMember, createCompany, createUser } from '#server/test/factories.ts'

// A stand-in for Google and GitHub on the loopback address: discovery, keys, token and profile calls. Browsers "visit"
// its authorisation page by reading the address they were sent to.

const origin = 'http://localhost:5000'
type Grant = { challenge: string; nonce: string | null; redirectUri: string }

const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
const idToken = (claims: object) => {
  const body = `${encode({ alg: 'RS256', kid: 'k1' })}.${encode(claims)}`
  return `${body}.${createSign('RSA-SHA256').update(body).sign(privateKey, 'base64url')}`
}

let person: { sub: string; email: string; verified: boolean; name: string; claims?: object }
const grants = new Map<string, Grant>()
let issuer: string
let provider: Server
let server: TestApp

const readForm = async (request: IncomingMessage) => {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return new URLSearchParams(Buffer.concat(chunks).toString())
}

const redeem = async (request: IncomingMessage) => {
  const form = await readForm(request)
  const grant = grants.get(form.get('code') ?? '')
  grants.delete(form.get('code') ?? '')
  const challenge = createHash('sha256')
    .update(form.get('code_verifier') ?? '')
    .digest('base64url')
  if (!grant || grant.challenge !== challenge || grant.redirectUri !== form.get('redirect_uri'))
    return { error: 'invalid_grant' }
  const seconds = Math.floor(Date.now() / 1000)
  const claims = { iss: issuer, aud: 'client', iat: seconds, exp: seconds + 300, nonce: grant.nonce ?? undefined }
  const token = idToken({
    ...claims,
    sub: person.sub,
    email: person.email,
    email_verified: person.verified,
    name: person.name,
    ...person.claims,
  })
  return {
    access_token: 'access',
    token_type: 'Bearer',
    ...(grant.nonce ? { id_token: token } : { scope: 'read:user' }),
  }
}

const answers: Record<string, (request: IncomingMessage) => unknown> = {
  '/.well-known/openid-configuration': () => ({
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    jwks_uri: `${issuer}/keys`,
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['RS256'],
    code_challenge_methods_supported: ['S256'],
  }),
  '/keys': () => ({ keys: [{ ...publicKey.export({ format: 'jwk' }), kid: 'k1', alg: 'RS256', use: 'sig' }] }),
  '/token': redeem,
  '/login/oauth/access_token': redeem,
  '/user': () => ({ id: Number(person.sub), login: 'bia', name: person.name }),
  '/user/emails': () => [
    { email: 'old@example.test', primary: false, verified: true },
    { email: person.email, primary: true, verified: person.verified },
  ],
}

beforeAll(async () => {
  provider = createServer(async (request, response) => {
    const body = await answers[new URL(request.url ?? '/', 'http://x').pathname]?.(request)
    const failed = body === undefined || (typeof body === 'object' && body !== null && 'error' in body)
    response.writeHead(failed ? 400 : 200, { 'content-type': 'application/json' }).end(JSON.stringify(body ?? {}))
  })
  await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve))
  issuer = `http://127.0.0.1:${(provider.address() as AddressInfo).port}`
  server = await buildOwnApp({
    INSECURE_OAUTH: 'true',
    GOOGLE_CLIENT_ID: 'client',
    GOOGLE_CLIENT_SECRET: 'secret',
    GOOGLE_ISSUER: issuer,
    GITHUB_CLIENT_ID: 'client',
    GITHUB_CLIENT_SECRET: 'secret',
    GITHUB_URL: issuer,
    GITHUB_API_URL: issuer,
  })
})
beforeEach(() => {
  const sub = String(100_000 + Math.floor(Math.random() * 1e9))
  person = { sub, email: `social-${sub}@example.test`, verified: true, name: 'Bia Souza' }
})
afterAll(async () => {
  await server.close()
  await new Promise((resolve) => provider.close(resolve))
})

const browser = () => createBrowser(server.app)

/** Presses the provider's button; answers the path that the provider sends the browser back to. */
const visit = async (b: Browser, id: string, callbackUrl = '/dashboard') => {
  const { url } = (await b.form(`/api/auth/signin/${id}`, { callbackUrl })).json()
  const page = new URL(url)
  const code = randomBytes(12).toString('hex')
  grants.set(code, {
    challenge: page.searchParams.get('code_challenge') ?? '',
    nonce: page.searchParams.get('nonce'),
    redirectUri: page.searchParams.get('redirect_uri') ?? '',
  })
  return { page, back: `/api/auth/callback/${id}?code=${code}&state=${page.searchParams.get('state')}` }
}

describe.each(['google', 'github'])('%s', (id) => {
  test('is offered, and sends the browser there with PKCE and state', async () => {
    const b = browser()
    expect((await b.get('/api/auth/providers')).json()[id]).toMatchObject({ id, type: 'oauth' })
    const { page } = await visit(b, id)
    expect(page.searchParams.get('redirect_uri')).toBe(`${origin}/api/auth/callback/${id}`)
    expect(page.searchParams.get('code_challenge_method')).toBe('S256')
    expect(page.searchParams.get('state')).toBeTruthy()
  })

  test('signs a new person up, and knows them the next time even under another address', async () => {
    const b = browser()
    const answer = await b.get((await visit(b, id, '/companies')).back)
    expect(answer.headers.location).toBe(`${origin}/companies`)
    const first = await b.session()
    expect(first.user).toMatchObject({ email: person.email, name: 'Bia Souza' })
    person.email = `moved-${person.sub}@example.test`
    const again = browser()
    await again.get((await visit(again, id)).back)
    expect((await again.session()).user.id).toBe(first.user.id)
  })

  test('links an account whose address is proven', async () => {
    const user = await createUser(server.deps, { email: person.email })
    const b = browser()
    await b.get((await visit(b, id)).back)
    expect((await b.session()).user.id).toBe(user.id)
    expect((await b.get('/api/v1/me')).json().connected).toEqual([id])
  })

  test('takes an unproven account over, so that who registered it first is out', async () => {
    const user = await createUser(server.deps, {
      email: person.email,
      passwordHash: await hashPassword('planted password', 64),
    })
    await server.deps.database.db
      .update(users)
      .set({ emailVerifiedAt: null, status: 'new' })
      .where(eq(users.id, user.id))
    const b = browser()
    await b.get((await visit(b, id)).back)
    expect((await b.session()).user.id).toBe(user.id)
    expect((await browser().signIn(person.email, 'planted password')).statusCode).toBe(401)
  })

  test('refuses an address that the provider has not verified', async () => {
    person.verified = false
    const b = browser()
    expect((await b.get((await visit(b, id)).back)).headers.location).toBe(`${origin}/auth/error?error=AccessDenied`)
    expect(await b.session()).toEqual({})
  })

  test('refuses a foreign state, another browser, and a second use', async () => {
    const b = browser()
    const { back } = await visit(b, id)
    const refused = `${origin}/signin?error=OAuthCallback`
    expect((await browser().get(back)).headers.location).toBe(refused)
    const cookie = b.jar.get('next-auth.oauth') ?? ''
    expect((await b.get(back.replace(/state=.*/, 'state=forged'))).headers.location).toBe(refused)
    b.jar.set('next-auth.oauth', cookie)
    const other = id === 'google' ? 'github' : 'google'
    expect((await b.get(back.replace(`/${id}?`, `/${other}?`))).headers.location).toBe(refused)
    b.jar.set('next-auth.oauth', cookie)
    expect((await b.get(back)).headers.location).toBe(`${origin}/dashboard`)
    b.jar.set('next-auth.oauth', cookie)
    expect((await b.get(back)).headers.location).toBe(refused)
  })

  test('a person who says no comes back to an explanation', async () => {
    const b = browser()
    const { page } = await visit(b, id)
    const back = `/api/auth/callback/${id}?error=access_denied&state=${page.searchParams.get('state')}`
    expect((await b.get(back)).headers.location).toBe(`${origin}/auth/error?error=AccessDenied`)
  })

  test('a suspended account stays out', async () => {
    const user = await createUser(server.deps, { email: person.email })
    await server.deps.database.db.update(users).set({ status: 'suspended' }).where(eq(users.id, user.id))
    const b = browser()
    expect((await b.get((await visit(b, id)).back)).headers.location).toBe(`${origin}/signin?error=Suspended`)
  })
})

describe('a second factor beside a provider', () => {
  const moment = Math.floor(Date.now() / 30_000) * 30 + 15
  const code = (secret: string, steps = 0) => generateSync({ secret, epoch: moment + steps * 30 })
  beforeEach(() => {
    server.deps.now = () => new Date(moment * 1000)
  })
  afterEach(() => {
    server.deps.now = () => new Date()
  })
  const comeBack = async (b: Browser, id: string) =>
    (await b.get((await visit(b, id, '/companies')).back)).headers.location
  /** Signs up by a provider and switches a second factor on there. */
  const withApp = async (id: string) => {
    const own = browser()
    await comeBack(own, id)
    await own.session()
    const { secret } = (await own.post('/api/v1/me/two-factor', { password: '' })).json()
    expect((await own.post('/api/v1/me/two-factor/confirmation', { code: code(secret, -1) })).statusCode).toBe(200)
    return { own, secret }
  }
  const give = async (b: Browser, given: string) => {
    const answer = await b.form('/api/auth/callback/credentials', { code: given, callbackUrl: '/companies' })
    return answer.json().url as string
  }

  test.each(['google', 'github'])('of the account is asked for after %s', async (id) => {
    const { secret } = await withApp(id)
    const b = browser()
    const target = encodeURIComponent(`${origin}/companies`)
    expect(await comeBack(b, id)).toBe(`${origin}/signin?callbackUrl=${target}&error=TwoFactorRequired`)
    expect(await b.session()).toEqual({})
    expect(await give(b, '000000')).toContain('error=TwoFactorInvalid')
    expect(await give(browser(), code(secret))).toContain('error=CredentialsSignin')
    expect(await give(b, code(secret))).toBe(`${origin}/companies`)
    expect((await b.session()).user.email).toBe(person.email)
    expect(await give(b, code(secret, 1))).toContain('error=CredentialsSignin')
  })

  test('that waits ends after ten minutes', async () => {
    const { secret } = await withApp('google')
    const b = browser()
    await comeBack(b, 'google')
    server.deps.now = () => new Date((moment + 630) * 1000)
    expect(await give(b, code(secret, 21))).toContain('error=OAuthCallback')
  })

  test.each([
    ['says nothing', {}, true],
    ['asked for a password', { amr: ['pwd'] }, true],
    ['asked for more than one factor', { amr: ['pwd', 'otp', 'mfa'] }, false],
    ['says so by a context', { acr: 'https://refeds.org/profile/mfa' }, false],
  ])('is asked for by a company where the provider %s', async (_, claims, barred) => {
    person.claims = claims
    const b = browser()
    await comeBack(b, 'google')
    const { user } = await b.session()
    const company = await createCompany(server.deps)
    await addMember(server.deps, company.id, user.id)
    const { db } = server.deps.database
    await db
      .update(companies)
      .set({ security: { requireTwoFactor: true } })
      .where(eq(companies.id, company.id))
    await b.send('POST', '/api/auth/session', { json: { csrfToken: await b.csrf(), data: { companyId: company.id } } })
    const session = await b.session()
    expect(session.barred?.reasons ?? null).toEqual(barred ? ['two_factor'] : null)
    if (!barred) return
    const { secret } = (await b.post('/api/v1/me/two-factor', { password: '' })).json()
    await b.post('/api/v1/me/two-factor/confirmation', { code: code(secret) })
    expect((await b.session()).barred).toBeNull()
  })
})

test('a provider that cannot be reached is explained, not waited for', async () => {
  const alone = await buildOwnApp({
    INSECURE_OAUTH: 'true',
    GOOGLE_CLIENT_ID: 'client',
    GOOGLE_CLIENT_SECRET: 'secret',
    GOOGLE_ISSUER: 'http://127.0.0.1:1',
  })
  try {
    const answer = await createBrowser(alone.app).form('/api/auth/signin/google')
    expect(answer.statusCode).toBe(502)
    expect(answer.json().url).toBe(`${origin}/api/auth/error?error=OAuthSignin&provider=google`)
  } finally {
    await alone.close()
  }
})
