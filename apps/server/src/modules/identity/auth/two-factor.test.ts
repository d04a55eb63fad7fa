import { and, eq } from 'drizzle-orm'
import { generateSync } from 'otplib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { authTokens } from '#server/db/schema/identity/auth.ts'
import { sessions } from '#server/db/schema/identity/sessions.ts'
import { recoveryCodes, users } from '#server/db/schema/identity/users.ts'
import { auditLogs } from '#server/db/schema/shared/audit.ts'
import { hashPassword } from '#server/lib/password.ts'
import { createToken, hashToken } from '#server/lib/seal.ts'
import { buildTestApp, type TestApp } from '#server/test/app.ts'
import { createBrowser } from '#server/test/browser.ts'
import { createUser, signIn } from '#server/test/factories.ts'

const password = 'a good long password'
/** In the middle of a half minute, so that no code ends while a test runs. */
const moment = Math.floor(Date.now() / 30_000) * 30 + 15
let server: TestApp
let nextIp = 1

beforeAll(async () => {
  server = await buildTestApp()
  server.deps.now = () => new Date(moment * 1000)
})
afterAll(() => server.close())

const appCode = (secret: string, steps = 0) => generateSync({ secret, epoch: moment + steps * 30 })
const newBrowser = () => {
  nextIp += 1
  return createBrowser(server.app, { ip: `10.9.0.${nextIp}` })
}
const at = '/api/v1/me/two-factor'

/** A person whose account asks for a code; the code of the step before is used up. */
const setUp = async () => {
  const user = await createUser(server.deps, { passwordHash: await hashPassword(password, 64) })
  const browser = newBrowser()
  browser.use(await signIn(server.deps, user.id))
  const { secret, uri } = (await browser.post(at, { password })).json()
  const confirmed = await browser.post(`${at}/confirmation`, { code: appCode(secret, -1) })
  const codes: string[] = confirmed.json().recoveryCodes
  return { user, browser, secret, uri, codes }
}

const enter = async (email: string, code?: string, browser = newBrowser()) => {
  const fields = { email, password, ...(code === undefined ? {} : { code }) }
  const answer = await browser.form('/api/auth/callback/credentials', fields)
  return { browser, status: answer.statusCode, error: new URL(answer.json().url).searchParams.get('error') }
}
const codeOf = (answer: { statusCode: number; json: () => { code?: string } }) => [
  answer.statusCode,
  answer.json().code,
]

test('a second factor is on once a code of the app was given, and the session says so', async () => {
  const { user, browser, secret, uri, codes } = await setUp()
  expect(uri).toContain(`secret=${secret}`)
  expect(uri).toContain(encodeURIComponent(user.email))
  expect(new Set(codes).size).toBe(10)
  expect((await browser.session()).user.two_factor).toBe(true)
  expect((await browser.get(at)).json()).toMatchObject({ enabled: true, recoveryCodesLeft: 10 })
  const [row] = await server.deps.database.db.select().from(users).where(eq(users.id, user.id))
  expect(row?.totpSecret).not.toContain(secret)
  const kept = await server.deps.database.db.select().from(recoveryCodes).where(eq(recoveryCodes.userId, user.id))
  expect(JSON.stringify(kept)).not.toContain(codes[0])
  expect(codeOf(await browser.post(at, { password }))).toEqual([409, 'state_invalid'])
})

test('a secret that was not confirmed asks for nothing', async () => {
  const user = await createUser(server.deps, { passwordHash: await hashPassword(password, 64) })
  const browser = newBrowser()
  browser.use(await signIn(server.deps, user.id))
  expect(codeOf(await browser.post(at, { password: 'another long password' }))).toEqual([422, 'password_wrong'])
  await browser.post(at, { password })
  expect(codeOf(await browser.post(`${at}/confirmation`, { code: '000000' }))).toEqual([422, 'code_wrong'])
  expect((await enter(user.email)).status).toBe(200)
})

test('signing in asks for the code, which works once', async () => {
  const { user, secret } = await setUp()
  const without = await enter(user.email)
  expect([without.status, without.error]).toEqual([401, 'TwoFactorRequired'])
  expect(await without.browser.session()).toEqual({})
  expect(await enter(user.email, appCode(secret, -1))).toMatchObject({ status: 401, error: 'TwoFactorInvalid' })
  expect(await enter(user.email, appCode(secret, 2))).toMatchObject({ status: 401, error: 'TwoFactorInvalid' })
  const code = appCode(secret)
  const both = await Promise.all([enter(user.email, code), enter(user.email, code)])
  expect(both.map(({ status }) => status).sort()).toEqual([200, 401])
  const sessions = await Promise.all(both.map(({ browser }) => browser.session()))
  expect(sessions.filter((session) => session.user?.id === user.id)).toHaveLength(1)
})

test('whoever does not know the password is not told that a code is asked for', async () => {
  const { user, secret } = await setUp()
  const answer = await newBrowser().form('/api/auth/callback/credentials', {
    email: user.email,
    password: 'a wrong long password',
    code: appCode(secret),
  })
  expect(answer.json().url).toContain('error=CredentialsSignin')
})

test('a recovery code stands in for the app, each once, however it is written', async () => {
  const { user, browser, codes } = await setUp()
  const [first = '', second = ''] = codes
  expect((await enter(user.email, ` ${first.toUpperCase()} `)).status).toBe(200)
  expect((await enter(user.email, first)).error).toBe('TwoFactorInvalid')
  expect((await enter(user.email, second.replace('-', ''))).status).toBe(200)
  expect((await browser.get(at)).json().recoveryCodesLeft).toBe(8)
})

test('guessing codes is held back where the guesses come from', async () => {
  const { user, secret } = await setUp()
  const stranger = newBrowser()
  for (let n = 0; n < 5; n++) expect((await enter(user.email, '000000', stranger)).status).toBe(401)
  expect(await enter(user.email, appCode(secret), stranger)).toMatchObject({ status: 429, error: 'RateLimited' })
  expect((await enter(user.email, appCode(secret))).status).toBe(200)
})

test('switching it off and making codes again take the password and a code', async () => {
  const { user, browser, secret, codes } = await setUp()
  const wrong = { password: 'another long password', code: appCode(secret) }
  expect(codeOf(await browser.post(`${at}/removal`, wrong))).toEqual([422, 'password_wrong'])
  expect(codeOf(await browser.post(`${at}/removal`, { password, code: '000000' }))).toEqual([422, 'code_wrong'])
  const renewed = (await browser.post(`${at}/recovery-codes`, { password, code: appCode(secret) })).json().recoveryCodes
  expect((await enter(user.email, codes[0])).error).toBe('TwoFactorInvalid')
  expect((await browser.post(`${at}/removal`, { password, code: renewed[0] })).statusCode).toBe(204)
  expect((await enter(user.email)).status).toBe(200)
  const audits = await server.deps.database.db.select().from(auditLogs).where(eq(auditLogs.targetId, user.id))
  expect(audits.map((row) => row.action).filter((action) => action.startsWith('auth.2fa'))).toEqual([
    'auth.2fa_enabled',
    'auth.2fa_codes_renewed',
    'auth.2fa_failed',
    'auth.2fa_disabled',
  ])
})

test('another address takes the code as well, and ends the sessions elsewhere', async () => {
  const { user, browser, secret } = await setUp()
  const elsewhere = newBrowser()
  elsewhere.use(await signIn(server.deps, user.id))
  const email = `new-${user.id}@example.test`
  const wish = (code?: string) => browser.post('/api/v1/me/email', { email, password, ...(code ? { code } : {}) })
  expect(codeOf(await wish())).toEqual([422, 'code_wrong'])
  expect(codeOf(await wish('000000'))).toEqual([422, 'code_wrong'])
  expect((await wish(appCode(secret))).statusCode).toBe(202)
  const token = createToken()
  await server.deps.database.db
    .update(authTokens)
    .set({ tokenHash: hashToken(token) })
    .where(and(eq(authTokens.userId, user.id), eq(authTokens.kind, 'email_change')))
  expect((await browser.post('/api/v1/auth/email-change', { token })).json()).toEqual({ email })
  expect((await browser.session()).user.email).toBe(email)
  expect(await elsewhere.session()).toEqual({})
})

test('an account with neither password nor second factor gets another address only after signing in just now', async () => {
  const user = await createUser(server.deps)
  const browser = newBrowser()
  browser.use(await signIn(server.deps, user.id))
  const wish = () => browser.post('/api/v1/me/email', { email: `new-${user.id}@example.test` })
  const { db } = server.deps.database
  const openedAt = (minutes: number) =>
    db
      .update(sessions)
      .set({ createdAt: new Date((moment - minutes * 60) * 1000) })
      .where(eq(sessions.userId, user.id))
  await openedAt(16)
  expect(codeOf(await wish())).toEqual([403, 'sign_in_again'])
  await openedAt(14)
  expect((await wish()).statusCode).toBe(202)
})

test('a session that was opened long ago gives an account without a password no second factor', async () => {
  const user = await createUser(server.deps)
  const stolen = newBrowser()
  stolen.use(await signIn(server.deps, user.id))
  const openedAt = (minutes: number) =>
    server.deps.database.db
      .update(sessions)
      .set({ createdAt: new Date((moment - minutes * 60) * 1000) })
      .where(eq(sessions.userId, user.id))
  await openedAt(16)
  expect(codeOf(await stolen.post(at))).toEqual([403, 'sign_in_again'])
  await openedAt(14)
  expect((await stolen.post(at)).statusCode).toBe(200)
})
