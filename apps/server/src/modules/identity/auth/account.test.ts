import { and, eq, inArray } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { systemCtx } from '#server/context.ts'
import { companies, companyMembers } from '#server/db/schema/companies/companies.ts'
import { users } from '#server/db/schema/identity/users.ts'
import { auditLogs } from '#server/db/schema/shared/audit.ts'
import { settings } from '#server/db/schema/shared/settings.ts'
import { hashPassword } from '#server/lib/password.ts'
import { type Browser, createBrowser } from '#server/test/browser.ts'
import { addMember, createCompany, createSignedIn, createUser } from '#server/test/factories.ts'
import { openMailbox } from '#server/test/mailbox.ts'
import { openProductWorld, type ProductWorld } from '#server/test/product-notifications.ts'
import { unzip } from '#server/test/unzip.ts'
import { deleteDueAccounts } from './actions/account.ts'

const password = 'a good long password'
let w: ProductWorld
let mailbox: Awaited<ReturnType<typeof openMailbox>>
let user: Awaited<ReturnType<typeof createUser>>
let browser: Browser
let ip = 0

beforeAll(async () => {
  mailbox = await openMailbox()
  w = await openProductWorld({ SMTP_URL: mailbox.smtpUrl })
})
afterAll(async () => {
  await w.close()
  await mailbox.close()
})
beforeEach(async () => {
  user = await createUser(w.deps, { passwordHash: await hashPassword(password, 64), name: 'Bruno Melo', locale: 'pt' })
  browser = createBrowser(w.app, { ip: `10.8.0.${++ip}` })
  await browser.signIn(user.email, password)
  await w.refresh()
})

const readUser = async () => {
  const [row] = await w.deps.database.db.select().from(users).where(eq(users.id, user.id))
  if (!row) throw new Error('no user')
  return row
}

describe('another e-mail address', () => {
  const wish = (email: string, given = password) => browser.post('/api/v1/me/email', { email, password: given })
  const tokenTo = async (email: string) =>
    /confirm-email\?token=([\w-]+)/.exec((await mailbox.mailsTo(w.deps, email))[0]?.text ?? '')?.[1] ?? ''

  it('is taken over once its link is followed, once, and the former one is told', async () => {
    const email = `new-${user.id}@example.test`
    expect((await wish(email)).statusCode).toBe(202)
    expect((await readUser()).email).toBe(user.email)
    const token = await tokenTo(email)
    const visitor = createBrowser(w.app, { ip: '10.8.1.1' })
    expect((await visitor.post('/api/v1/auth/email-change', { token })).json()).toEqual({ email })
    expect((await visitor.post('/api/v1/auth/email-change', { token })).json().code).toBe('token_invalid')
    expect((await readUser()).email).toBe(email)
    const [notice] = await mailbox.mailsTo(w.deps, user.email)
    expect([notice?.subject, notice?.text?.includes(email)]).toEqual([
      'O e-mail da sua conta do Recado foi alterado',
      true,
    ])
    expect((await createBrowser(w.app, { ip: '10.8.1.2' }).signIn(email, password)).statusCode).toBe(200)
    expect((await w.get(`/subscribers/${user.id}`)).data.email).toBe(email)
  })

  const resetLink = async () => {
    await browser.post('/api/v1/auth/forgot-password', { email: user.email })
    const [mail] = await mailbox.mailsTo(w.deps, user.email)
    return /reset-password\?token=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? 'none'
  }
  const reset = async (token: string) =>
    (await browser.post('/api/v1/auth/reset-password', { token, password: 'another good password' })).json()
  const confirm = async (token: string) => (await browser.post('/api/v1/auth/email-change', { token })).json()

  it('ends the links to a new password that the former one got', async () => {
    const email = `moved-${user.id}@example.test`
    const link = await resetLink()
    await wish(email)
    expect(await confirm(await tokenTo(email))).toEqual({ email })
    expect((await reset(link)).code).toBe('token_invalid')
  })

  it('is forgotten once the password is another one', async () => {
    const email = `thief-${user.id}@example.test`
    await wish(email)
    const token = await tokenTo(email)
    expect((await reset(await resetLink())).code).toBeUndefined()
    expect((await confirm(token)).code).toBe('token_invalid')
    expect((await readUser()).email).toBe(user.email)
  })

  it('needs the password and has to differ', async () => {
    expect((await wish('x@example.test', 'a wrong one')).json().code).toBe('password_wrong')
    expect((await wish(user.email)).json().errors[0]).toMatchObject({ path: 'email', code: 'same' })
  })

  it('that has an account stays there; the answer does not tell', async () => {
    const other = await createUser(w.deps)
    expect((await wish(other.email)).json()).toEqual({ mail: 'sent' })
    const mails = await mailbox.mailsTo(w.deps, other.email)
    expect(mails.map(({ subject }) => subject)).toEqual(['You already have a Recado account'])
    expect(await tokenTo(other.email)).toBe('')
  })

  it('that someone else took meanwhile is refused', async () => {
    const email = `race-${user.id}@example.test`
    await wish(email)
    const token = await tokenTo(email)
    await createUser(w.deps, { email })
    expect((await browser.post('/api/v1/auth/email-change', { token })).json().code).toBe('duplicate')
    expect((await readUser()).email).toBe(user.email)
  })

  it("that two people confirm at once becomes one account's", async () => {
    const email = `both-${user.id}@example.test`
    const other = await createUser(w.deps, { passwordHash: await hashPassword(password, 64) })
    const another = createBrowser(w.app, { ip: '10.8.3.1' })
    await another.signIn(other.email, password)
    await wish(email)
    const first = await tokenTo(email)
    await another.post('/api/v1/me/email', { email, password })
    const tokens = [first, await tokenTo(email)]
    const answers = await Promise.all(tokens.map((token) => browser.post('/api/v1/auth/email-change', { token })))
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
  })
})

it('the history tells what was signed in to and tried, newest first, of this account alone', async () => {
  const elsewhere = createBrowser(w.app, {
    ip: '10.8.2.7',
    userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
  })
  await elsewhere.signIn(user.email, 'a wrong password')
  await elsewhere.signIn(user.email, password)
  await elsewhere.form('/api/auth/signout')
  await createUser(w.deps)
  const { data } = (await browser.get('/api/v1/me/sign-ins')).json()
  expect(data.map(({ what, ip: from, browser: name }: Record<string, string>) => [what, from, name])).toEqual([
    ['sign_out', '10.8.2.7', 'Firefox'],
    ['sign_in', '10.8.2.7', 'Firefox'],
    ['failed', '10.8.2.7', 'Firefox'],
    ['sign_in', `10.8.0.${ip}`, null],
  ])
})

it('everything about a person goes into an archive, and nothing by which they sign in', async () => {
  await browser.post('/api/v1/me/exports')
  await w.deps.jobs.drain(w.deps)
  const [task] = (await browser.get('/api/v1/tasks')).json().data
  expect([task.kind, task.status]).toEqual(['account.export', 'completed'])
  const files = unzip((await browser.get(task.file.url)).rawPayload)
  expect(files.get('account.csv')).toContain(user.email)
  expect(files.get('sessions.csv')).toContain('10.8.0.')
  expect([...files.values()].join()).not.toMatch(/argon2|token_hash|totp/)
})

describe('the end of an account', () => {
  const due = () => w.deps.database.db.update(users).set({ deletionAt: new Date() }).where(eq(users.id, user.id))
  const run = () => deleteDueAccounts(systemCtx(w.deps, 'test'))

  it('is refused to the last admin, and names the companies', async () => {
    const company = await createCompany(w.deps, { name: 'Empório' })
    await addMember(w.deps, company.id, user.id)
    const refused = (await browser.post('/api/v1/me/deletion', { password })).json()
    expect([refused.code, refused.data]).toEqual(['last_admin', { companies: ['Empório'] }])
  })

  it('comes 30 days later, unless it is called off', async () => {
    expect((await browser.post('/api/v1/me/deletion', { password: 'wrong' })).json().code).toBe('password_wrong')
    const { deletionAt } = (await browser.post('/api/v1/me/deletion', { password })).json()
    expect(Math.round((Date.parse(deletionAt) - Date.now()) / 86_400_000)).toBe(30)
    expect((await browser.get('/api/v1/me')).json().deletionAt).toBe(deletionAt)
    await run()
    expect((await readUser()).status).toBe('active')
    expect((await browser.remove('/api/v1/me/deletion')).statusCode).toBe(204)
    expect((await browser.remove('/api/v1/me/deletion')).json().code).toBe('state_invalid')
  })

  it('takes memberships, sessions and all that names the person; twice is once', async () => {
    const company = await createCompany(w.deps)
    const other = await createUser(w.deps)
    await addMember(w.deps, company.id, other.id)
    await addMember(w.deps, company.id, user.id)
    await w.refresh()
    await due()
    await run()
    await run()
    expect(await readUser()).toMatchObject({ status: 'deleted', name: '–', phone: null, passwordHash: null })
    expect(JSON.stringify(await readUser())).not.toContain(user.email)
    const { db } = w.deps.database
    expect(await db.$count(companyMembers, eq(companyMembers.userId, user.id))).toBe(0)
    expect((await browser.get('/api/v1/me')).statusCode).toBe(401)
    expect((await browser.signIn(user.email, password)).statusCode).toBe(401)
    expect(await w.inboxOf(user.id)).toEqual([])
    const action = and(eq(auditLogs.targetId, user.id), eq(auditLogs.action, 'user.deleted'))
    expect(await db.$count(auditLogs, action)).toBe(1)
  })

  it('is refused to the last admin of the platform, and waits while there is no other by then', async () => {
    const { db } = w.deps.database
    const appoint = (id: string) => db.update(users).set({ role: 'admin' }).where(eq(users.id, id))
    const isAdmin = and(eq(users.role, 'admin'), eq(users.status, 'active'))
    await db.update(users).set({ role: 'customer' }).where(isAdmin)
    await appoint(user.id)
    expect((await browser.post('/api/v1/me/deletion', { password })).json().code).toBe('last_admin')
    await due()
    await run()
    expect((await readUser()).status).toBe('active')
    const other = await createUser(w.deps)
    await appoint(other.id)
    await run()
    expect((await readUser()).status).toBe('deleted')
  })

  it('waits while the person is the last admin of a company by then', async () => {
    const company = await createCompany(w.deps)
    await addMember(w.deps, company.id, user.id)
    await due()
    await run()
    expect((await readUser()).status).toBe('active')
  })

  it('waits for a company that is being deleted, and keeps no other account waiting', async () => {
    const { db } = w.deps.database
    const company = await createCompany(w.deps)
    await addMember(w.deps, company.id, user.id)
    await db.update(companies).set({ status: 'deleting' }).where(eq(companies.id, company.id))
    const others = [await createUser(w.deps), await createUser(w.deps)]
    const all = [user.id, ...others.map(({ id }) => id)]
    await db.update(users).set({ deletionAt: new Date() }).where(inArray(users.id, all))
    await run()
    const rows = await db.select({ id: users.id, status: users.status }).from(users).where(inArray(users.id, all))
    expect(rows.filter(({ status }) => status !== 'deleted').map(({ id }) => id)).toEqual([user.id])
    await db.update(companies).set({ deletedAt: new Date() }).where(eq(companies.id, company.id))
    await run()
    expect((await readUser()).status).toBe('deleted')
  })
})

describe('terms that changed', () => {
  const publish = async (termsVersion: string) => {
    const legal = { termsVersion, termsText: { en: '', pt: '' }, privacyVersion: '', privacyText: { en: '', pt: '' } }
    const { db } = w.deps.database
    await db
      .insert(settings)
      .values({ host: '*', data: { legal } })
      .onConflictDoUpdate({ target: settings.host, set: { data: { legal } } })
    w.deps.bus.publish('settings.changed', {})
  }

  it('have to be accepted again, each version once', async () => {
    expect((await browser.session()).legal).toBeNull()
    await publish('2027-01')
    expect((await browser.session()).legal).toEqual({ terms: '2027-01', privacy: null })
    const stale = await browser.post('/api/v1/me/legal', { terms: '2026-11', privacy: null })
    expect(stale.json().code).toBe('state_invalid')
    expect((await browser.post('/api/v1/me/legal', { terms: '2027-01', privacy: null })).statusCode).toBe(204)
    expect((await browser.session()).legal).toBeNull()
    const { company, headers } = await createSignedIn(w.deps)
    const member = createBrowser(w.app)
    member.use(headers)
    const at = `/api/v1/companies/${company.id}`
    const write = () => member.patch(at, { name: 'Renamed' })
    const refused = await write()
    expect([refused.statusCode, refused.json().code]).toEqual([403, 'terms_pending'])
    expect((await member.get(at)).statusCode, 'what is there can be read').toBe(200)
    await member.post('/api/v1/me/legal', { terms: '2027-01', privacy: null })
    expect((await write()).statusCode).toBe(200)
    await publish('2027-02')
    expect((await browser.session()).legal).toEqual({ terms: '2027-02', privacy: null })
    expect((await readUser()).consents).toMatchObject({ terms: { version: '2027-01' } })
    await publish('')
  })
})
