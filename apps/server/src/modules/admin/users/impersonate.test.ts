import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { systemCtx } from '#server/context.ts'
import { companies } from '#server/db/schema/companies/companies.ts'
import { sessions } from '#server/db/schema/identity/sessions.ts'
import { users } from '#server/db/schema/identity/users.ts'
import { auditLogs } from '#server/db/schema/shared/audit.ts'
import { noteExpiry } from '#server/modules/identity/sessions/impersonation-expiry.ts'
import { buildTestApp, type TestApp } from '#server/test/app.ts'
import { createBrowser } from '#server/test/browser.ts'
import { createSignedIn, createUser, signIn } from '#server/test/factories.ts'

let server: TestApp
beforeAll(async () => {
  server = await buildTestApp()
})
afterAll(() => server.close())

const staff = async (role: 'admin' | 'support' = 'admin') => {
  const user = await createUser(server.deps, { role, name: 'Dora Lima' })
  const browser = createBrowser(server.app)
  browser.use(await signIn(server.deps, user.id))
  await browser.session()
  return { user, browser }
}
const entry = { reason: 'Looking into a failing number', minutes: 30, mode: 'view' }
type Browser = Awaited<ReturnType<typeof staff>>['browser']
const enter = (browser: Browser, userId: string, input: object = {}) =>
  browser.post(`/api/v1/admin/users/${userId}/impersonate`, { ...entry, ...input })
const leave = async (browser: Browser) =>
  browser.send('POST', '/api/auth/session', {
    json: { csrfToken: await browser.csrf(), data: { leaveImpersonation: true } },
  })
const codeOf = (answer: { json: () => { code?: string } }) => answer.json().code

describe('impersonation', () => {
  test('in view mode changes nothing; leaving brings back the very session of before', async () => {
    const { user: admin, browser } = await staff()
    const { user, company } = await createSignedIn(server.deps)
    const [origin] = await server.deps.database.db.select().from(sessions).where(eq(sessions.userId, admin.id))
    const former = [...browser.jar]

    expect((await enter(browser, user.id)).statusCode).toBe(200)
    const inside = await browser.session()
    expect(inside).toMatchObject({
      admin_user: true,
      user: { id: user.id, role: 'customer', currentCompany: { id: company.id }, subscriberId: '' },
      impersonation: { mode: 'view', by: { id: admin.id, name: 'Dora Lima' } },
    })
    expect((await browser.get('/api/v1/me')).statusCode).toBe(200)
    const write = await browser.patch('/api/v1/me', { name: 'Another Name' })
    expect([write.statusCode, codeOf(write)]).toEqual([403, 'impersonation_view_only'])
    expect(codeOf(await enter(browser, user.id))).toBe('not_while_impersonating')
    const own = createBrowser(server.app)
    for (const [name, value] of former) own.jar.set(name, value)
    expect(await own.session(), 'the token of before is worth nothing meanwhile').toEqual({})

    const left = (await leave(browser)).json()
    expect(left).toMatchObject({ admin_user: false, impersonation: null, user: { id: admin.id, role: 'admin' } })
    expect((await browser.session()).user.id).toBe(admin.id)
    const [after] = await server.deps.database.db.select().from(sessions).where(eq(sessions.userId, admin.id))
    expect(after?.id).toBe(origin?.id)
    const [row] = await server.deps.database.db.select().from(users).where(eq(users.id, user.id))
    expect(row?.name).toBe('Test Person')
  })

  test('in act mode leaves both ids in the audit log, which the company sees', async () => {
    const { user: admin, browser } = await staff()
    const { user, company, headers } = await createSignedIn(server.deps)
    await enter(browser, user.id, { mode: 'act' })
    expect((await browser.session()).user).toMatchObject({ subscriberId: '', subscriberHash: '' })
    const renamed = await browser.patch(`/api/v1/companies/${company.id}`, { name: 'Renamed company' })
    expect(renamed.statusCode).toBe(200)
    const password = { current: 'whatever it was', password: 'another good password' }
    expect(codeOf(await browser.put('/api/v1/me/password', password))).toBe('not_while_impersonating')
    await leave(browser)
    const customer = createBrowser(server.app)
    customer.use(headers)
    const { data } = (await customer.get(`/api/v1/companies/${company.id}/audit`)).json()
    const seen = data.map(({ action, actor, onBehalfOf }: Record<string, { id: string }>) => [
      action,
      actor?.id,
      onBehalfOf?.id,
    ])
    expect(seen.toReversed()).toEqual([
      ['impersonation.started', admin.id, user.id],
      ['company.updated', admin.id, user.id],
      ['impersonation.ended', admin.id, user.id],
    ])
  })

  test('ends by the clock: the next look at the session brings back the one of before, for every tab', async () => {
    const { user: admin, browser } = await staff()
    const { user } = await createSignedIn(server.deps)
    await enter(browser, user.id)
    await browser.session()
    const other = createBrowser(server.app)
    for (const [name, value] of browser.jar) other.jar.set(name, value)
    const { db } = server.deps.database
    const mine = and(eq(sessions.userId, user.id), eq(sessions.impersonatorId, admin.id))
    const [row] = await db
      .update(sessions)
      .set({ expiresAt: new Date(Date.now() - 1000) })
      .where(mine)
      .returning()
    await noteExpiry(systemCtx(server.deps, 'tests'), row?.id ?? '', row?.expiresAt ?? new Date())
    expect((await browser.get('/api/v1/me')).statusCode).toBe(401)
    expect((await browser.session()).user.id).toBe(admin.id)
    expect((await other.session()).user.id).toBe(admin.id)
    expect((await browser.session()).user.id).toBe(admin.id)
    const ends = await db
      .select()
      .from(auditLogs)
      .where(and(eq(auditLogs.action, 'impersonation.expired'), eq(auditLogs.onBehalfOf, user.id)))
    expect(ends.map(({ actorId }) => actorId)).toEqual([admin.id])
    await db
      .update(sessions)
      .set({ expiresAt: new Date(Date.now() - 3_700_000) })
      .where(mine)
    for (const name of [...other.jar.keys()]) other.jar.delete(name)
  })

  test('signing out ends the session of before too, and ending the admin ends the impersonation', async () => {
    const { user: admin, browser } = await staff()
    const { user } = await createSignedIn(server.deps)
    await enter(browser, user.id)
    await browser.form('/api/auth/signout')
    const { db } = server.deps.database
    expect(await db.select().from(sessions).where(eq(sessions.userId, admin.id))).toEqual([])

    const second = await staff()
    await enter(second.browser, user.id)
    await db.delete(sessions).where(eq(sessions.userId, second.user.id))
    expect(await second.browser.session()).toEqual({})
  })

  test('is refused for admins, for oneself, for who is not active, and without a reason', async () => {
    const { user: admin, browser } = await staff()
    const other = await staff()
    const { user } = await createSignedIn(server.deps)
    expect([codeOf(await enter(browser, other.user.id)), codeOf(await enter(browser, admin.id))]).toEqual([
      'target_admin',
      'self_refused',
    ])
    expect((await enter(browser, user.id, { reason: 'short' })).statusCode).toBe(422)
    await server.deps.database.db.update(users).set({ status: 'suspended' }).where(eq(users.id, user.id))
    const refused = await enter(browser, user.id)
    expect([refused.statusCode, codeOf(refused)]).toEqual([409, 'target_suspended'])
  })

  test('by support needs the consent of the user, whose withdrawal ends it', async () => {
    const { browser } = await staff('support')
    const { user, headers } = await createSignedIn(server.deps)
    const customer = createBrowser(server.app)
    customer.use(headers)
    await customer.session()
    expect(codeOf(await enter(browser, user.id))).toBe('consent_required')
    expect((await customer.put('/api/v1/me/support-consent', { hours: 1 })).statusCode).toBe(200)
    expect((await enter(browser, user.id, { minutes: 60 })).statusCode).toBe(200)
    expect((await browser.session()).user.id).toBe(user.id)
    const { until } = (await customer.get('/api/v1/me/support-consent')).json()
    expect((await browser.session()).impersonation.expires_at <= until).toBe(true)
    await customer.put('/api/v1/me/support-consent', { hours: null })
    expect((await browser.get('/api/v1/me')).statusCode).toBe(401)
  })
})

describe('a suspended company', () => {
  test('can be read and not changed by its people, until it is let work again', async () => {
    const { browser: admin } = await staff()
    const { company, headers } = await createSignedIn(server.deps)
    const member = createBrowser(server.app)
    member.use(headers)
    await member.session()
    const suspend = () => admin.post(`/api/v1/admin/companies/${company.id}/suspend`, { reason: 'Unpaid invoices' })
    expect((await suspend()).json()).toMatchObject({ status: 'suspended', statusReason: 'Unpaid invoices' })
    expect(codeOf(await suspend())).toBe('state_invalid')
    expect((await member.get(`/api/v1/companies/${company.id}`)).json().status).toBe('suspended')
    const write = await member.patch(`/api/v1/companies/${company.id}`, { name: 'Renamed' })
    expect([write.statusCode, codeOf(write)]).toEqual([403, 'company_suspended'])
    expect((await member.patch('/api/v1/me', { name: 'Still Mine' })).statusCode).toBe(200)

    const planned = await admin.post(`/api/v1/admin/companies/${company.id}/schedule-deletion`, { reason: 'Asked for' })
    expect(planned.json()).toMatchObject({ status: 'deleting', deletionAt: expect.any(String) })
    const back = await admin.post(`/api/v1/admin/companies/${company.id}/reactivate`, { reason: 'They paid' })
    expect(back.json()).toMatchObject({ status: 'active', deletionAt: null })
    expect((await member.patch(`/api/v1/companies/${company.id}`, { name: 'Renamed' })).statusCode).toBe(200)
    const [row] = await server.deps.database.db.select().from(companies).where(eq(companies.id, company.id))
    expect(row?.statusBefore).toBeNull()
  })
})
