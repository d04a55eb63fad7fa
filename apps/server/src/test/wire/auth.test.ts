import { eq } from 'drizzle-orm'
import { generateSync } from 'otplib'
import { expect, it } from 'vitest'
import { sessions } from '#server/db/schema/identity/sessions.ts'
import { users } from '#server/db/schema/identity/users.ts'
import { hashPassword } from '#server/lib/password.ts'
import { createBrowser } from '../browser.ts'
import { addMember, createCompany, createUser, signIn } from '../factories.ts'
import { openRecording, type Recording } from './recorded-calls.ts'
import { openStandIn, openWireApp, type WireApp } from './wire-app.ts'

const password = 'a good long password'
const totpSecret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'
const patterns = { sealed: /(?<=next-auth\.(?:oauth|second-step|device)=)[^;]+/ }

/** GitHub as far as signing in needs it. */
const gitHubAnswers = {
  '/login/oauth/access_token': { access_token: 'access', token_type: 'Bearer', scope: 'read:user' },
  '/user': { id: 4711, login: 'bia', name: 'Bia Souza' },
  '/user/emails': [{ email: 'bia@example.test', primary: true, verified: true }],
}

type Fields = Record<string, string>

/** A browser at an address of its own, whose answers are noted. */
const openBrowser = (wire: WireApp, { note }: Recording, ip: string) => {
  const browser = createBrowser(wire.app, { ip })
  const get = async (call: string, url: string, headers?: Fields) =>
    note(call, `GET ${url}`, await browser.get(url, headers))
  const post = async (call: string, url: string, sent: Parameters<typeof browser.send>[2]) =>
    note(call, `POST ${url}`, await browser.send('POST', url, sent))
  return {
    ...browser,
    get,
    post,
    /** With the csrf token of the browser, asking for JSON. */
    submit: async (call: string, url: string, fields: Fields = {}) =>
      post(call, url, { form: { csrfToken: await browser.csrf(), json: 'true', ...fields } }),
    update: async (call: string, data: unknown) =>
      post(call, '/api/auth/session', { json: { csrfToken: await browser.csrf(), data } }),
  }
}

const createPerson = async ({ deps }: WireApp, name: string, fields: Parameters<typeof createUser>[1] = {}) =>
  createUser(deps, {
    email: `${name}@example.test`,
    name,
    passwordHash: await hashPassword(password, 64),
    ...fields,
  })

const change = ({ deps }: WireApp, id: string, fields: Partial<typeof users.$inferInsert>) =>
  deps.database.db.update(users).set(fields).where(eq(users.id, id))

const recordReading = async (wire: WireApp, recording: Recording) => {
  const b = openBrowser(wire, recording, '10.2.0.1')
  await b.get('a first csrf token', '/api/auth/csrf')
  await b.get('the same csrf token', '/api/auth/csrf')
  await b.get('the providers', '/api/auth/providers')
  await b.get('a session of nobody', '/api/auth/session')
  await b.get('a session that was made up', '/api/auth/session', { cookie: 'next-auth.session-token=made-up' })
  for (const path of [
    'signin',
    'signin?error=SessionRequired&callbackUrl=%2Fdashboard',
    'signin?callbackUrl=https%3A%2F%2Fevil.example',
    'signin/google?callbackUrl=%2Fcompanies',
    'signout',
    'verify-request',
    'error',
    'error?error=CredentialsSignin',
    'error?error=Configuration',
    'error?error=%3Cscript%3E',
    'callback/myspace?code=1',
    'callback/github?code=1&state=forged',
    'nothing-there',
  ])
    await b.get(`GET ${path}`, `/api/auth/${path}`)
}

const recordRefusals = async (wire: WireApp, recording: Recording) => {
  const b = openBrowser(wire, recording, '10.2.0.2')
  const credentials = '/api/auth/callback/credentials'
  for (const path of ['callback/credentials', 'signout', 'signin/github', 'session']) {
    await b.post(`${path} with a forged token`, `/api/auth/${path}`, { form: { json: 'true', csrfToken: 'forged' } })
    await b.post(`${path} with a forged token, as a form`, `/api/auth/${path}`, { form: { csrfToken: 'forged' } })
  }
  await b.post('a broken body', credentials, {
    payload: Buffer.from('{"csrfToken":'),
    headers: { 'content-type': 'application/json' },
  })
  await b.post('a body of another type', credentials, {
    payload: Buffer.from('<a/>'),
    headers: { 'content-type': 'application/xml' },
  })
  await b.post('too large a body', credentials, { form: { email: 'x'.repeat(70_000) } })
  await b.submit('a provider that is none', '/api/auth/signin/myspace', { callbackUrl: '/dashboard' })
  await b.post('a report of the browser', '/api/auth/_log', { form: { level: 'error', code: 'CLIENT_FETCH_ERROR' } })
  await b.post('too long a report', '/api/auth/_log', { form: { message: 'x'.repeat(20_000) } })
  const { email } = await createPerson(wire, 'ana')
  await b.submit('an unknown address', credentials, { email: 'nobody@example.test', password })
  await b.submit('no password', credentials, { email })
  for (let tries = 1; tries <= 9; tries++)
    await b.submit(`a wrong password, ${tries}`, credentials, { email, password: 'wrong' })
  const unproven = await createPerson(wire, 'unproven')
  await change(wire, unproven.id, { emailVerifiedAt: null, status: 'new' })
  const suspended = await createPerson(wire, 'suspended')
  await change(wire, suspended.id, { status: 'suspended' })
  const other = openBrowser(wire, recording, '10.2.0.3')
  await other.submit('an account that is not proven', credentials, { email: unproven.email, password })
  await other.submit('a suspended account', credentials, { email: suspended.email, password })
}

const recordSessions = async (wire: WireApp, recording: Recording) => {
  const b = openBrowser(wire, recording, '10.2.0.4')
  const credentials = '/api/auth/callback/credentials'
  const user = await createPerson(wire, 'carla', { locale: 'pt' })
  const [first, second, foreign] = [
    await createCompany(wire.deps, { name: 'Empório' }),
    await createCompany(wire.deps, { name: 'Padaria', timezone: 'America/Recife' }),
    await createCompany(wire.deps),
  ]
  await addMember(wire.deps, first.id, user.id)
  await addMember(wire.deps, second.id, user.id, { role: 'member', visibility: 'teams' })
  const answer = await b.submit('signing in', credentials, { email: ` ${user.email.toUpperCase()} `, password })
  expect(answer.statusCode).toBe(200)
  await b.get('a session', '/api/auth/session')
  await b.get('a session in a company by name', '/api/auth/session', { 'x-company': second.id })
  await b.update('an update that switches the company', { companyId: second.id, role: 'admin' })
  await b.update('an update to a company of others', { companyId: foreign.id })
  await b.update('an update of nothing', 'nonsense')
  await b.post('an update without a token', '/api/auth/session', { json: { data: {} } })
  await b.get('GET signout keeps the session', '/api/auth/signout')
  await b.submit('signing in again, to a page', credentials, { email: user.email, password, callbackUrl: '/companies' })
  await b.submit('signing in again, to another site', credentials, {
    email: user.email,
    password,
    callbackUrl: '//evil.example/',
  })
  await b.submit('signing out', '/api/auth/signout', { callbackUrl: '/signin' })
  await b.get('the session after it', '/api/auth/session')
  const form = { csrfToken: await b.csrf(), email: user.email, password, callbackUrl: '/dashboard' }
  await b.post('signing in by a form', credentials, { form })
  await b.post('signing out by a form', '/api/auth/signout', { form: { csrfToken: await b.csrf() } })
}

const recordSecondFactor = async (wire: WireApp, recording: Recording) => {
  const b = openBrowser(wire, recording, '10.2.0.5')
  const credentials = '/api/auth/callback/credentials'
  const sealed = wire.deps.sealer.seal(totpSecret)
  const user = await createPerson(wire, 'dora', { totpSecret: sealed, totpConfirmedAt: wire.now() })
  await b.submit('a code is missing', credentials, { email: user.email, password })
  await b.submit('a code is wrong', credentials, { email: user.email, password, code: '000000' })
  const code = generateSync({ secret: totpSecret, epoch: Math.floor(wire.now().getTime() / 1000) })
  await b.submit('a code is right', credentials, { email: user.email, password, code })
  await b.get('a session with a second factor', '/api/auth/session')
}

const recordImpersonation = async (wire: WireApp, recording: Recording) => {
  const b = openBrowser(wire, recording, '10.2.0.6')
  const admin = await createPerson(wire, 'admin', { role: 'admin' })
  const user = await createPerson(wire, 'eva')
  b.use(await signIn(wire.deps, user.id))
  const own = eq(sessions.userId, user.id)
  await wire.deps.database.db.update(sessions).set({ impersonatorId: admin.id }).where(own)
  await b.get('a session as somebody else', '/api/auth/session')
  await b.update('leaving it', { leaveImpersonation: true })
  await b.get('the session after leaving', '/api/auth/session')
}

const recordProvider = async (wire: WireApp, recording: Recording) => {
  const b = openBrowser(wire, recording, '10.2.0.7')
  const visit = async (call: string) => {
    const answer = await b.submit(call, '/api/auth/signin/github', { callbackUrl: '/companies' })
    return new URL(answer.json().url).searchParams.get('state')
  }
  const back = (query: string) => `/api/auth/callback/github?${query}`
  await b.get('coming back by a known state', back(`code=1&state=${await visit('going to a provider')}`))
  await b.get('a session by a provider', '/api/auth/session')
  await b.get('coming back twice', back('code=1&state=twice'))
  await b.get('saying no', back(`error=access_denied&state=${await visit('going to a provider again')}`))
}

it('/api/auth answers as it was recorded', async () => {
  const gitHub = await openStandIn(gitHubAnswers)
  const wire = await openWireApp({
    INSECURE_OAUTH: 'true',
    GITHUB_CLIENT_ID: 'client',
    GITHUB_CLIENT_SECRET: 'secret',
    GITHUB_URL: gitHub.url,
    GITHUB_API_URL: gitHub.url,
  })
  try {
    for (const [name, record] of Object.entries({
      'auth-reading': recordReading,
      'auth-refusals': recordRefusals,
      'auth-sessions': recordSessions,
      'auth-second-factor': recordSecondFactor,
      'auth-impersonation': recordImpersonation,
      'auth-providers': recordProvider,
    })) {
      wire.restart()
      const recording = openRecording(name, { patterns })
      await record(wire, recording)
      recording.compare()
    }
  } finally {
    await wire.close()
    await gitHub.close()
  }
})

it('/api/auth over https answers as it was recorded, with the headers of every page', async () => {
  const wire = await openWireApp({ PUBLIC_URL: 'https://app.example.com' })
  try {
    const recording = openRecording('auth-https', { patterns, pages: true })
    const b = openBrowser(wire, recording, '10.2.0.8')
    const user = await createPerson(wire, 'fabi')
    await b.get('a csrf token', '/api/auth/csrf')
    await b.submit('signing in', '/api/auth/callback/credentials', { email: user.email, password })
    expect([...b.jar.keys()].every((name) => name.startsWith('__Host-') || name === 'XSRF-TOKEN')).toBe(true)
    await b.submit('signing out', '/api/auth/signout')
    recording.compare()
  } finally {
    await wire.close()
  }
})
