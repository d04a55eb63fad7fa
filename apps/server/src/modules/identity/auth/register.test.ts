import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { hashPassword } from '#server/lib/password.ts'
import { prepareProductNotifications } from '#server/modules/product-notifications/index.ts'
import { buildOwnApp, type TestApp } from '#server/test/app.ts'
import { createBrowser } from '#server/test/browser.ts'
import { hearEvents } from '#server/test/events.ts'
import { createUser } from '#server/test/factories.ts'
import { openMailbox } from '#server/test/mailbox.ts'

const password = 'a good long password'
const newPassword = 'an even better password'
let server: TestApp
let mailbox: Awaited<ReturnType<typeof openMailbox>>
let count = 0

const browser = () => {
  count += 1
  return createBrowser(server.app, { ip: `10.1.${Math.floor(count / 250)}.${count % 250}` })
}
const address = () => {
  count += 1
  return `person-${count}@example.test`
}
const registration = (email: string, extra: Record<string, unknown> = {}) => ({
  name: 'Bia Souza',
  email,
  password,
  terms: true,
  locale: 'pt',
  timezone: 'America/Recife',
  ...extra,
})
const mailsTo = async (email: string) => {
  await hearEvents(server.deps)
  await server.deps.notifications.drain(server.deps)
  return mailbox.mailsTo(server.deps, email)
}
const linkOf = (mail: { text: string } | undefined, page: string) =>
  new RegExp(`http://localhost:5000/${page}\\?token=([\\w-]+)`).exec(mail?.text ?? '')?.[1] ?? ''
const codeOf = (mail: { text: string } | undefined) => /\b(\d{6})\b/.exec(mail?.text ?? '')?.[1] ?? ''
const errorOf = async (email: string, given = password) => {
  const answer = await browser().signIn(email, given)
  return new URL(answer.json().url).searchParams.get('error')
}
const later = (seconds: number) => {
  server.deps.now = () => new Date(Date.now() + seconds * 1000)
}

beforeAll(async () => {
  mailbox = await openMailbox()
  server = await buildOwnApp({ SMTP_URL: mailbox.smtpUrl })
  await prepareProductNotifications(server.deps)
})
afterEach(() => later(0))
afterAll(async () => {
  await server.close()
  await mailbox.close()
})

describe('registering', () => {
  test('mails a link and digits; before that signing in is refused, afterwards it works with the company named', async () => {
    const email = address()
    const answer = await browser().post('/api/v1/auth/register', registration(email, { companyName: 'Padaria do Sol' }))
    expect(answer.statusCode).toBe(202)
    expect(answer.json()).toEqual({ next: 'verify' })
    const [mail] = await mailsTo(email)
    expect(await errorOf(email)).toBe('EmailNotVerified')
    expect(mail?.subject).toContain('é o seu código do Recado')
    expect(mail?.html).toContain('lang="pt-BR"')
    const verified = await browser().post('/api/v1/auth/verify-email', { token: linkOf(mail, 'verify-email') })
    expect(verified.json()).toEqual({ email, resetToken: null })
    const b = browser()
    expect((await b.signIn(email, password)).statusCode).toBe(200)
    expect((await b.session()).user).toMatchObject({
      locale: 'pt',
      timezone: 'America/Recife',
      currentCompany: { name: 'Padaria do Sol', member: { role: 'admin' } },
    })
    const again = await browser().post('/api/v1/auth/verify-email', { token: linkOf(mail, 'verify-email') })
    expect(again.json().code).toBe('token_invalid')
  })

  test('the six digits do as well, and five wrong ones from an address are enough', async () => {
    const [email, other] = [address(), address()]
    for (const each of [email, other]) await browser().post('/api/v1/auth/register', registration(each))
    const code = codeOf((await mailsTo(email))[0])
    expect((await browser().post('/api/v1/auth/verify-email', { email, code })).json()).toEqual({
      email,
      resetToken: null,
    })
    const right = codeOf((await mailsTo(other))[0])
    const wrong = right === '000000' ? '000001' : '000000'
    const b = browser()
    for (let tries = 0; tries < 5; tries += 1) {
      expect((await b.post('/api/v1/auth/verify-email', { email: other, code: wrong })).json().code).toBe('code_wrong')
    }
    expect((await b.post('/api/v1/auth/verify-email', { email: other, code: right })).statusCode).toBe(429)
  })

  test('a link is good for 24 hours', async () => {
    const email = address()
    await browser().post('/api/v1/auth/register', registration(email))
    const token = linkOf((await mailsTo(email))[0], 'verify-email')
    later(24 * 3600 + 1)
    expect((await browser().post('/api/v1/auth/verify-email', { token })).json().code).toBe('token_invalid')
  })

  test('a known address answers the same, and its owner gets a mail that says so', async () => {
    const user = await createUser(server.deps, { passwordHash: await hashPassword(password, 64) })
    const answer = await browser().post('/api/v1/auth/register', registration(user.email, { password: newPassword }))
    expect(answer.statusCode).toBe(202)
    expect(answer.json()).toEqual({ next: 'verify' })
    const [mail] = await mailsTo(user.email)
    expect(mail?.subject).toBe('You already have a Recado account')
    expect(await errorOf(user.email)).toBeNull()
    expect(await errorOf(user.email, newPassword)).toBe('CredentialsSignin')
  })

  test('an unproven address that is registered again keeps no password; the newest link alone sets one', async () => {
    const email = address()
    await browser().post('/api/v1/auth/register', registration(email))
    const first = linkOf((await mailsTo(email))[0], 'verify-email')
    await browser().post('/api/v1/auth/register', registration(email, { password: newPassword }))
    const second = linkOf((await mailsTo(email))[0], 'verify-email')
    expect((await browser().post('/api/v1/auth/verify-email', { token: first })).statusCode).toBe(410)
    const verified = await browser().post('/api/v1/auth/verify-email', { token: second })
    for (const given of [password, newPassword]) expect(await errorOf(email, given)).toBe('CredentialsSignin')
    const chosen = 'chosen by the owner'
    const reset = { token: verified.json().resetToken, password: chosen }
    expect((await browser().post('/api/v1/auth/reset-password', reset)).json()).toEqual({ email })
    expect(await errorOf(email, chosen)).toBeNull()
  })

  test('does the same before it answers for every address: what is known of it is looked up afterwards', async () => {
    const { email: known } = await createUser(server.deps)
    const { pool } = server.deps.database
    const work = async (email: string) => {
      const before = await pool.query('select (select count(*) from users) u, (select count(*) from auth_tokens) t')
      await browser().post('/api/v1/auth/register', registration(email))
      const after = await pool.query('select (select count(*) from users) u, (select count(*) from auth_tokens) t')
      expect(after.rows).toEqual(before.rows)
      const { rows } = await pool.query("select name from jobs where status = 'queued' order by id desc limit 1")
      await server.deps.jobs.drain(server.deps)
      return rows
    }
    expect(await work(address())).toEqual(await work(known))
  })

  test.each([
    ['password_weak', { password: 'password1234' }],
    ['password_weak', { password: 'aaaaaaaaaaaa' }],
    ['password_weak', { email: 'mariana@example.test', password: 'mariana-e-joao' }],
    ['validation_failed', { password: 'short' }],
    ['validation_failed', { email: 'not an address' }],
    ['validation_failed', { name: 'x' }],
    ['validation_failed', { name: 'Prize at www.evil.example' }],
    ['validation_failed', { companyName: 'Win https://evil.example' }],
    ['validation_failed', { companyName: 'evil.com' }],
    ['validation_failed', { name: 'me@evil.example' }],
    ['validation_failed', { terms: false }],
    ['token_invalid', { invitationToken: 'unknown' }],
  ])('%s for %j', async (code, extra) => {
    const answer = await browser().post('/api/v1/auth/register', registration(address(), extra))
    expect(answer.json().code).toBe(code)
  })

  test('a form filled by a machine is answered and forgotten', async () => {
    const email = address()
    const answer = await browser().post(
      '/api/v1/auth/register',
      registration(email, { website: 'https://spam.example' }),
    )
    expect(answer.json()).toEqual({ next: 'verify' })
    expect(await mailsTo(email)).toEqual([])
  })
})

describe('sending the mail again', () => {
  test('waits a minute, stops at five a day, and answers alike for unknown addresses', async () => {
    const [email, unknown] = [address(), address()]
    await browser().post('/api/v1/auth/register', registration(email))
    expect(await mailsTo(email)).toHaveLength(1)
    const resend = (to: string) => browser().post('/api/v1/auth/verify-email/resend', { email: to })
    const tooSoon = await resend(email)
    expect(tooSoon.json().code).toBe('verification_cooldown')
    expect(tooSoon.json().data.retryAfter).toBeGreaterThan(50)
    expect((await resend(unknown)).json()).toEqual({ mail: 'sent' })
    expect((await resend(unknown)).json().code).toBe('verification_cooldown')
    for (let minute = 1; minute <= 4; minute += 1) {
      later(minute * 61)
      expect((await resend(email)).json()).toEqual({ mail: 'sent' })
      expect(await mailsTo(email)).toHaveLength(minute + 1)
    }
    later(5 * 61)
    expect((await resend(email)).json().code).toBe('verification_cooldown')
    expect(await mailsTo(email)).toHaveLength(5)
    expect(await mailsTo(unknown)).toEqual([])
  })
})

describe('a forgotten password', () => {
  const forget = (email: string) => browser().post('/api/v1/auth/forgot-password', { email })

  test('is replaced by the link of a mail; every session ends and the owner is told', async () => {
    const user = await createUser(server.deps, { passwordHash: await hashPassword(password, 64), locale: 'pt' })
    const signedIn = browser()
    await signedIn.signIn(user.email, password)
    expect((await forget(user.email)).json()).toEqual({ mail: 'sent' })
    const token = linkOf((await mailsTo(user.email))[0], 'reset-password')
    const weak = await browser().post('/api/v1/auth/reset-password', { token, password: 'password1234' })
    expect(weak.json().code).toBe('password_weak')
    const reset = await browser().post('/api/v1/auth/reset-password', { token, password: newPassword })
    expect(reset.json()).toEqual({ email: user.email })
    expect(await signedIn.session()).toEqual({})
    expect(await errorOf(user.email)).toBe('CredentialsSignin')
    expect(await errorOf(user.email, newPassword)).toBeNull()
    expect((await mailsTo(user.email))[0]?.subject).toBe('Sua senha foi alterada')
    expect((await browser().post('/api/v1/auth/reset-password', { token, password })).json().code).toBe('token_invalid')
  })

  test('only the newest link works, for an hour', async () => {
    const user = await createUser(server.deps, { passwordHash: await hashPassword(password, 64) })
    await forget(user.email)
    const first = linkOf((await mailsTo(user.email))[0], 'reset-password')
    await forget(user.email)
    const second = linkOf((await mailsTo(user.email))[0], 'reset-password')
    const reset = (token: string) => browser().post('/api/v1/auth/reset-password', { token, password: newPassword })
    expect((await reset(first)).statusCode).toBe(410)
    later(3601)
    expect((await reset(second)).statusCode).toBe(410)
  })

  test('an unknown address answers the same and gets nothing', async () => {
    const email = address()
    expect((await forget(email)).json()).toEqual({ mail: 'sent' })
    expect(await mailsTo(email)).toEqual([])
  })
})

describe('changing the password', () => {
  test('needs the present one, ends the other sessions and keeps this one', async () => {
    const user = await createUser(server.deps, { passwordHash: await hashPassword(password, 64) })
    const [here, there] = [browser(), browser()]
    await here.signIn(user.email, password)
    await there.signIn(user.email, password)
    const change = (current: string, to: string) => here.put('/api/v1/me/password', { current, password: to })
    expect((await change('not it', newPassword)).json().code).toBe('password_wrong')
    expect((await change(password, 'password1234')).json().code).toBe('password_weak')
    expect((await change(password, newPassword)).statusCode).toBe(204)
    expect((await here.session()).user.id).toBe(user.id)
    expect(await there.session()).toEqual({})
    expect(await errorOf(user.email, newPassword)).toBeNull()
  })
})

test('a sign-in from a browser not seen before is told by mail', async () => {
  const user = await createUser(server.deps, { passwordHash: await hashPassword(password, 64) })
  const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
  const edge =
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0'
  await createBrowser(server.app, { userAgent: firefox, ip: '10.2.0.1' }).signIn(user.email, password)
  await createBrowser(server.app, { userAgent: firefox, ip: '10.2.0.1' }).signIn(user.email, password)
  expect(await mailsTo(user.email)).toEqual([])
  await createBrowser(server.app, { userAgent: edge, ip: '10.2.0.2' }).signIn(user.email, password)
  const mails = await mailsTo(user.email)
  expect(mails).toHaveLength(1)
  expect(mails[0]?.text).toContain('Edge, Windows · 10.2.0.2')
})
