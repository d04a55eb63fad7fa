import { and, eq } from 'drizzle-orm'
import { generateSync } from 'otplib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { auditLogs } from '#server/db/schema/shared/audit.ts'
import { hashPassword } from '#server/lib/password.ts'
import { prepareProductNotifications } from '#server/modules/product-notifications/index.ts'
import { buildOwnApp, type TestApp } from '#server/test/app.ts'
import { type Browser, createBrowser } from '#server/test/browser.ts'
import { createUser } from '#server/test/factories.ts'
import { openMailbox } from '#server/test/mailbox.ts'

// What strangers try is bounded, and never keeps the owner of an account out.

const password = 'a good long password'
/** In the middle of a half minute: time stands still, so that no bucket fills while a test runs. */
const moment = Math.floor(Date.now() / 30_000) * 30 + 15
let server: TestApp
let mailbox: Awaited<ReturnType<typeof openMailbox>>
let count = 0

beforeAll(async () => {
  mailbox = await openMailbox()
  server = await buildOwnApp({ SMTP_URL: mailbox.smtpUrl })
  await prepareProductNotifications(server.deps)
  server.deps.now = () => new Date(moment * 1000)
})
afterAll(async () => {
  await server.close()
  await mailbox.close()
})

/** A browser at an address of its own, or at that of another. */
const browserAt = (ip?: string) => {
  count += 1
  return createBrowser(server.app, { ip: ip ?? `10.7.${Math.floor(count / 250)}.${count % 250}` })
}
const person = async () => createUser(server.deps, { passwordHash: await hashPassword(password, 64) })
const appCode = (secret: string, steps = 0) => generateSync({ secret, epoch: moment + steps * 30 })
const enter = (browser: Browser, fields: Record<string, string>) =>
  browser.form('/api/auth/callback/credentials', fields)
const mailsTo = async (email: string) => {
  await server.deps.jobs.drain(server.deps)
  await server.deps.notifications.drain(server.deps)
  return mailbox.mailsTo(server.deps, email)
}
const statusOf = async (answer: Promise<{ statusCode: number }>) => (await answer).statusCode

/** Wrong passwords from one address until it is held back; answers how many were looked at. */
const guess = async (email: string, ip: string) => {
  for (let tries = 0; tries < 60; tries += 1) {
    const status = await statusOf(browserAt(ip).signIn(email, `wrong ${tries}`))
    if (status === 429) return tries
  }
  return 60
}

describe('wrong passwords of a stranger', () => {
  test('are held back where they come from; the owner signs in from elsewhere', async () => {
    const { email } = await person()
    expect(await guess(email, '203.0.113.7')).toBe(8)
    expect(await statusOf(browserAt('203.0.113.7').signIn(email, password))).toBe(429)
    expect(await statusOf(browserAt().signIn(email, password))).toBe(200)
  })

  test('at the very address of the owner do not hold a browser back that was signed in before', async () => {
    const { email } = await person()
    const ip = '203.0.113.8'
    const own = browserAt(ip)
    await own.signIn(email, password)
    await own.form('/api/auth/signout')
    expect(await guess(email, ip)).toBe(8)
    for (let n = 0; n < 30; n += 1) await browserAt(ip).signIn(`nobody-${n}@example.test`, 'wrong')
    expect(await statusOf(browserAt(ip).signIn(email, password))).toBe(429)
    expect(await statusOf(own.signIn(email, password))).toBe(200)
  })

  test('are bounded for a browser that was signed in before as well, and its proof is worth nothing elsewhere', async () => {
    const [{ email }, other] = [await person(), await person()]
    const own = browserAt()
    await own.signIn(email, password)
    const proof = own.jar.get('next-auth.device') ?? ''
    expect(proof).not.toBe('')
    for (let n = 0; n < 8; n += 1) expect(await statusOf(own.signIn(email, 'wrong'))).toBe(401)
    expect(await statusOf(own.signIn(email, password))).toBe(429)
    for (const forged of ['forged', `${proof.slice(0, -4)}AAAA`]) {
      const stranger = browserAt('203.0.113.9')
      stranger.jar.set('next-auth.device', forged)
      expect(await statusOf(stranger.signIn(other.email, 'wrong'))).toBe(401)
    }
    const borrowed = browserAt('203.0.113.9')
    borrowed.jar.set('next-auth.device', proof)
    for (let n = 2; n < 8; n += 1) expect(await statusOf(borrowed.signIn(other.email, 'wrong'))).toBe(401)
    expect(await statusOf(borrowed.signIn(other.email, password))).toBe(429)
  })

  test('are bounded for all the proofs together that one session was given', async () => {
    const { email } = await person()
    const thief = browserAt('203.0.113.14')
    await thief.signIn(email, password)
    const stolen = thief.jar.get('next-auth.session-token') ?? ''
    let tried = 0
    for (let n = 0; n < 20; n += 1) {
      const fresh = browserAt('203.0.113.14')
      fresh.jar.set('next-auth.session-token', stolen)
      await fresh.session()
      fresh.jar.delete('next-auth.session-token')
      expect(fresh.jar.get('next-auth.device')).toBeTruthy()
      if ((await statusOf(fresh.signIn(email, `wrong ${n}`))) === 401) tried += 1
    }
    expect(tried).toBe(8)
  })

  test('do not keep the owner from what asks for the password again', async () => {
    const { email } = await person()
    const own = browserAt()
    await own.signIn(email, password)
    await guess(email, '203.0.113.10')
    const change = { current: password, password: 'an even better password' }
    expect(await statusOf(own.put('/api/v1/me/password', change))).toBe(204)
  })

  test('are told to the owner, once a day', async () => {
    const user = await person()
    for (const ip of ['203.0.113.11', '203.0.113.12', '203.0.113.13']) await guess(user.email, ip)
    const mails = await mailsTo(user.email)
    expect(mails.map(({ subject }) => subject)).toEqual(['Too many failed sign-in attempts'])
    expect(mails[0]?.text).not.toContain('wait')
  })
})

describe('second factor', () => {
  const withApp = async () => {
    const user = await person()
    const own = browserAt()
    await own.signIn(user.email, password)
    const { secret } = (await own.post('/api/v1/me/two-factor', { password })).json()
    const confirmed = await own.post('/api/v1/me/two-factor/confirmation', { code: appCode(secret, -1) })
    return { user, own, secret, codes: confirmed.json().recoveryCodes as string[] }
  }

  test('wrong codes of a stranger hold the owner back neither elsewhere nor where they are signed in', async () => {
    const { user, own, secret, codes } = await withApp()
    const wrong = { email: user.email, password, code: '000000' }
    for (let n = 0; n < 5; n += 1) expect(await statusOf(enter(browserAt('203.0.113.20'), wrong))).toBe(401)
    expect(await statusOf(enter(browserAt('203.0.113.20'), wrong))).toBe(429)
    const proof = { password, code: codes[0] }
    expect(await statusOf(own.post('/api/v1/me/two-factor/recovery-codes', proof))).toBe(200)
    expect(await statusOf(enter(browserAt(), { ...wrong, code: appCode(secret) }))).toBe(200)
  })

  test('from many addresses run dry as well: known browsers and recovery codes still let the owner in', async () => {
    const { user, own, secret, codes } = await withApp()
    const wrong = { email: user.email, password, code: '000000' }
    let tried = 0
    for (let n = 0; n < 100; n += 1) if ((await statusOf(enter(browserAt(), wrong))) === 401) tried += 1
    expect(tried).toBeLessThanOrEqual(60)
    expect(await statusOf(enter(browserAt(), { ...wrong, code: appCode(secret) }))).toBe(429)
    expect(await statusOf(enter(browserAt(), { ...wrong, code: codes[0] ?? '' }))).toBe(200)
    await own.form('/api/auth/signout')
    expect(await statusOf(enter(own, { ...wrong, code: appCode(secret) }))).toBe(200)
    const subjects = (await mailsTo(user.email)).map(({ subject }) => subject)
    expect(subjects.filter((subject) => subject === 'Someone knows your password')).toHaveLength(1)
    const failed = and(eq(auditLogs.action, 'auth.2fa_failed'), eq(auditLogs.targetId, user.id))
    expect((await server.deps.database.db.select().from(auditLogs).where(failed)).length).toBe(tried)
  })

  test('from many addresses run dry however a code is padded', async () => {
    const { user, secret } = await withApp()
    const padded = (code: string) => ({ email: user.email, password, code: `${code}${' '.repeat(94)}x` })
    let tried = 0
    for (let n = 0; n < 100; n += 1) if ((await statusOf(enter(browserAt(), padded('000000')))) === 401) tried += 1
    expect(tried).toBeLessThanOrEqual(60)
    expect(await statusOf(enter(browserAt(), padded(appCode(secret))))).toBe(429)
  })
})

describe('codes by mail', () => {
  test('wrong ones of a stranger do not spend the code of whoever registers', async () => {
    const email = `new-${count}@example.test`
    const own = browserAt()
    await own.post('/api/v1/auth/register', { name: 'Bia Souza', email, password, terms: true })
    const [mail] = await mailbox.mailsTo(server.deps, email)
    const code = /\b(\d{6})\b/.exec(mail?.text ?? '')?.[1] ?? ''
    const wrong = code === '000000' ? '000001' : '000000'
    const verify = (browser: Browser, given: string) =>
      browser.post('/api/v1/auth/verify-email', { email, code: given })
    const stranger = browserAt('203.0.113.30')
    for (let n = 0; n < 5; n += 1) expect((await verify(stranger, wrong)).json().code).toBe('code_wrong')
    expect((await verify(stranger, code)).json().code).toBe('rate_limited')
    expect((await verify(own, wrong)).json().code).toBe('code_wrong')
    expect((await verify(own, code)).json()).toEqual({ email, resetToken: null })
  })

  test('are tried fifty times at most, from wherever; an unknown address answers alike; the link still works', async () => {
    const email = `new-${count}@example.test`
    await browserAt().post('/api/v1/auth/register', { name: 'Bia Souza', email, password, terms: true })
    const [mail] = await mailbox.mailsTo(server.deps, email)
    const code = /\b(\d{6})\b/.exec(mail?.text ?? '')?.[1] ?? ''
    const wrong = code === '000000' ? '000001' : '000000'
    const verify = (address: string, given: string) =>
      browserAt().post('/api/v1/auth/verify-email', { email: address, code: given })
    for (let n = 0; n < 50; n += 1) expect((await verify(email, wrong)).json().code).toBe('code_wrong')
    expect((await verify(email, code)).json().code).toBe('code_wrong')
    expect((await verify('unknown@example.test', code)).json().code).toBe('code_wrong')
    const token = /verify-email\?token=([\w-]+)/.exec(mail?.text ?? '')?.[1]
    expect(await statusOf(browserAt().post('/api/v1/auth/verify-email', { token }))).toBe(200)
  })
})

describe('a link to a new password', () => {
  const ask = async (email: string) => {
    await browserAt().post('/api/v1/auth/forgot-password', { email })
    const [mail] = await mailbox.mailsTo(server.deps, email)
    return /reset-password\?token=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? ''
  }
  const check = (token: string) => browserAt().post('/api/v1/auth/reset-password/checks', { token })

  test('is not taken away by wrong ones from the same address', async () => {
    const { email } = await person()
    const ip = '203.0.113.40'
    const token = await ask(email)
    const reset = (given: string) =>
      browserAt(ip).post('/api/v1/auth/reset-password', { token: given, password: 'an even better password' })
    for (let n = 0; n < 30; n += 1) await reset(`forged-${n}`)
    expect(await statusOf(reset('forged'))).toBe(429)
    expect((await reset(token)).json()).toEqual({ email })
  })

  test('says when it is opened whether it still works, and that a code is asked for', async () => {
    const { email } = await person()
    const token = await ask(email)
    expect((await check(token)).json()).toEqual({ twoFactor: false })
    expect((await check(token)).statusCode).toBe(200)
    await browserAt().post('/api/v1/auth/reset-password', { token, password: 'an even better password' })
    expect((await check(token)).json().code).toBe('token_invalid')
    expect((await check('forged')).json().code).toBe('token_invalid')
  })

  test('asks for the second factor where there is one, and a wrong code leaves the link as it was', async () => {
    const user = await person()
    const own = browserAt()
    await own.signIn(user.email, password)
    const { secret } = (await own.post('/api/v1/me/two-factor', { password })).json()
    await own.post('/api/v1/me/two-factor/confirmation', { code: appCode(secret, -1) })
    const token = await ask(user.email)
    expect((await check(token)).json()).toEqual({ twoFactor: true })
    const body = { token, password: 'an even better password' }
    const reset = (extra: object) => browserAt().post('/api/v1/auth/reset-password', { ...body, ...extra })
    expect((await reset({})).json().code).toBe('code_wrong')
    expect((await reset({ code: '000000' })).json().code).toBe('code_wrong')
    expect(await statusOf(enter(browserAt(), { email: user.email, password: body.password }))).toBe(401)
    expect((await reset({ code: appCode(secret) })).json()).toEqual({ email: user.email })
    expect((await own.session()).user).toBeUndefined()
  })
})
