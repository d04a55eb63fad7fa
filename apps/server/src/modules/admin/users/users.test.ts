import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { companyMembers } from '#server/db/schema/companies/companies.ts'
import { sessions } from '#server/db/schema/identity/sessions.ts'
import { users } from '#server/db/schema/identity/users.ts'
import { newId } from '#server/lib/ids.ts'
import { buildOwnApp, type TestApp } from '#server/test/app.ts'
import { createBrowser } from '#server/test/browser.ts'
import { createCompany, createSignedIn, createUser, signIn } from '#server/test/factories.ts'

let server: TestApp
let admin: ReturnType<typeof createBrowser>
let adminId: string
beforeAll(async () => {
  server = await buildOwnApp()
  adminId = (await createUser(server.deps, { role: 'admin', name: 'Dora Lima' })).id
  admin = createBrowser(server.app)
  admin.use(await signIn(server.deps, adminId))
  await admin.session()
})
afterAll(() => server.close())

const url = (id: string, rest = '') => `/api/v1/admin/users/${id}${rest}`
const sessionsOf = (id: string) => server.deps.database.db.$count(sessions, eq(sessions.userId, id))

test('people are found by what is known of them', async () => {
  const { user, company } = await createSignedIn(server.deps)
  const other = await createUser(server.deps, { name: 'Zoé Fontes' })
  const ids = async (query: string) =>
    (await admin.get(`/api/v1/admin/users?role=customer&${query}`)).json().data.map(({ id }: { id: string }) => id)
  expect(await ids('search=zo%C3%A9')).toEqual([other.id])
  expect(await ids(`company=${company.id}`)).toEqual([user.id])
  expect(await ids('twoFactor=on')).toEqual([])
  const long = new Date(Date.now() - 40 * 86_400_000)
  await server.deps.database.db.update(users).set({ createdAt: long }).where(eq(users.id, other.id))
  expect(await ids('inactiveDays=30')).toEqual([other.id])
  const first = (await admin.get('/api/v1/admin/users?role=customer&limit=1')).json()
  const second = (await admin.get(`/api/v1/admin/users?role=customer&limit=1&cursor=${first.page.next}`)).json()
  expect([first.data[0].id, second.data[0].id]).toEqual([other.id, user.id])
  expect((await admin.get('/api/v1/admin/users?role=customer&cursor=nonsense')).statusCode).toBe(422)
})

test('a customer is made with a company and a mail; an address that is taken is refused', async () => {
  const company = await createCompany(server.deps)
  const input = { name: 'Nova Pessoa', email: 'nova@example.test', role: 'customer', locale: 'pt' }
  const made = await admin.post('/api/v1/admin/users', { ...input, company: { id: company.id, role: 'admin' } })
  expect(made.json()).toMatchObject({ status: 'new', companies: [{ id: company.id, role: 'admin' }] })
  const [member] = await server.deps.database.db
    .select()
    .from(companyMembers)
    .where(eq(companyMembers.companyId, company.id))
  expect(member).toMatchObject({ role: 'admin', status: 'new' })
  expect((await admin.post('/api/v1/admin/users', input)).json().code).toBe('duplicate')
  const { rows } = await server.deps.database.pool.query("select 1 from jobs where name = 'mail.send'")
  expect(rows).toHaveLength(1)
})

test('another role, a suspension and a revocation end the sessions', async () => {
  const { user } = await createSignedIn(server.deps)
  await admin.patch(url(user.id), { role: 'support' })
  expect(await sessionsOf(user.id)).toBe(0)
  await signIn(server.deps, user.id)
  const suspended = await admin.put(url(user.id, '/status'), { status: 'suspended', reason: 'Left the team' })
  expect(suspended.json().status).toBe('suspended')
  expect(await sessionsOf(user.id)).toBe(0)
  expect((await admin.post(url(user.id, '/reset-password'))).json().code).toBe('state_invalid')
  await admin.put(url(user.id, '/status'), { status: 'active', reason: 'Came back' })
  await signIn(server.deps, user.id)
  expect((await admin.remove(url(user.id, '/sessions'))).json()).toEqual({ ended: 1 })
})

test('a second factor that was lost is switched off, with a reason and an end of the sessions', async () => {
  const { user } = await createSignedIn(server.deps)
  const reset = () => admin.post(url(user.id, '/reset-two-factor'), { reason: 'Lost the phone with it' })
  expect((await reset()).json().code).toBe('state_invalid')
  const factor = { totpSecret: server.deps.sealer.seal('secret'), totpConfirmedAt: new Date() }
  await server.deps.database.db.update(users).set(factor).where(eq(users.id, user.id))
  expect((await reset()).json()).toMatchObject({ id: user.id, twoFactor: false })
  const [row] = await server.deps.database.db.select().from(users).where(eq(users.id, user.id))
  expect([row?.totpSecret, await sessionsOf(user.id)]).toEqual([null, 0])
})

// The last one: either admin may be suspended after it.
test('admins cannot suspend or demote themselves, and one admin always remains', async () => {
  const own = await admin.put(url(adminId, '/status'), { status: 'suspended', reason: 'By mistake' })
  expect([own.statusCode, own.json().code]).toEqual([409, 'self_refused'])
  expect((await admin.patch(url(adminId), { role: 'customer' })).json().code).toBe('self_refused')
  const second = await createUser(server.deps, { role: 'admin' })
  const other = createBrowser(server.app)
  other.use(await signIn(server.deps, second.id))
  await other.session()
  expect((await admin.patch(url(second.id), { role: 'customer' })).json().code).toBe('two_admins_required')
  const suspend = { status: 'suspended', reason: 'Both at once' }
  const outcomes = await Promise.all([
    admin.put(url(second.id, '/status'), suspend),
    other.put(url(adminId, '/status'), suspend),
  ])
  expect(outcomes.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
  const { db } = server.deps.database
  expect(await db.$count(users, and(eq(users.role, 'admin'), eq(users.status, 'active')))).toBe(1)
  // Whoever is left cannot become the only admin by it: not by the role, nor by appointing someone alone.
  const [left, gone, kept] = outcomes[0]?.statusCode === 200 ? [admin, second.id, adminId] : [other, adminId, second.id]
  const factor = { totpSecret: server.deps.sealer.seal('secret'), totpConfirmedAt: new Date() }
  await db.update(users).set(factor).where(eq(users.id, kept))
  expect((await left.patch(url(gone), { role: 'customer' })).json().code).toBe('two_admins_required')
  const ask = () =>
    left.post('/api/v1/admin/admin-requests', {
      name: 'Caio Nunes',
      email: `${newId()}@example.test`,
      reason: 'Takes the night shift',
    })
  expect((await ask()).json().decision).toBeNull()
  const longAgo = new Date(Date.now() - 31 * 86_400_000)
  await db.update(users).set({ updatedAt: longAgo }).where(eq(users.id, gone))
  expect((await ask()).json().decision).toBe('approved')
  expect((await left.patch(url(gone), { role: 'customer' })).statusCode).toBe(200)
})
