import { afterAll, beforeAll, expect, it } from 'vitest'
import { systemCtx, type UserActor } from '#server/context.ts'
import { organizationBranding } from '#server/notifications/audience/organizations/branding.ts'
import { createOrganization } from '#server/notifications/audience/organizations/create.ts'
import { insertMember } from '#server/notifications/audience/organizations/queries.ts'
import { inEnvironment } from '#server/notifications/shared/context.ts'
import { createNotificationId } from '#server/notifications/shared/ids.ts'
import { buildTestApp, type TestApp } from '#server/test/app.ts'
import { createTestEnvironment } from '#server/test/notifications.ts'

let t: TestApp
beforeAll(async () => {
  t = await buildTestApp()
})
afterAll(() => t.close())

const call = (method: 'GET' | 'PUT' | 'PATCH' | 'DELETE', url: string, headers: object, payload?: object) =>
  t.app.inject({ method, url: `/v1/organizations${url}`, headers: { ...headers }, ...(payload && { payload }) })

it('shows and renames the organisation of the key', async () => {
  const { headers, organization } = await createTestEnvironment(t.deps, { tier: 'business' })
  const shown = { _id: organization.id, name: 'Test organisation', apiServiceLevel: 'business' }
  expect((await call('GET', '', headers)).json().data).toMatchObject([shown])
  expect((await call('GET', '/me', headers)).json().data).toMatchObject(shown)
  expect((await call('PATCH', '', headers, { name: ' Padaria ' })).json().data.name).toBe('Padaria')
  expect((await call('GET', '/me', headers)).json().data.name).toBe('Padaria')
  expect((await call('PATCH', '', headers, { name: '  ' })).statusCode).toBe(400)
})

it('changes the given parts of the branding, for all environments at once', async () => {
  const { headers, production } = await createTestEnvironment(t.deps)
  const ctx = inEnvironment(systemCtx(t.deps, 'test'), production.environment)
  expect(await organizationBranding(ctx)).toEqual({})
  await call('PUT', '/branding', headers, { color: '#f00', logo: 'https://example.com/a.png' })
  const answer = await call('PUT', '/branding', headers, { direction: 'rtl', logo: null })
  expect([answer.statusCode, answer.json()]).toEqual([200, { data: { color: '#f00', direction: 'rtl' } }])
  expect(await organizationBranding(ctx)).toEqual({ color: '#f00', direction: 'rtl' })
})

it.each([
  { color: 'red;}' },
  { color: '#12345' },
  { logo: 'javascript:alert(1)' },
  { fontFamily: 'x;}</style>' },
  { direction: 'up' },
])('refuses a branding that does not belong into a page: %j', async (branding) => {
  const { headers } = await createTestEnvironment(t.deps)
  const answer = await call('PUT', '/branding', headers, branding)
  expect([answer.statusCode, answer.json().message]).toEqual([
    400,
    [expect.stringContaining(Object.keys(branding)[0] ?? '')],
  ])
  expect((await call('GET', '/me', headers)).json().data.branding).toEqual({})
})

const createWithPeople = async () => {
  const actor: UserActor = {
    kind: 'user',
    userId: '01900000-0000-7000-8000-000000000001',
    sessionId: 's',
    email: 'ana@example.test',
    name: 'Ana',
    role: 'customer',
    waOperator: false,
    impersonatorId: null,
  }
  const ctx = { ...systemCtx(t.deps, 'test'), actor }
  const { organization, development } = await createOrganization(ctx, { name: 'People' })
  const guest = {
    id: createNotificationId(),
    organizationId: organization.id,
    userId: 'guest',
    email: 'g@example.test',
  }
  await insertMember(ctx, { ...guest, role: 'member', status: 'invited' })
  return { actor, guest, headers: { authorization: `ApiKey ${development.apiKey}` } }
}

it('lists people, the founder first', async () => {
  const { actor, headers } = await createWithPeople()
  expect((await call('GET', '/members', headers)).json().data).toMatchObject([
    { _userId: actor.userId, roles: ['admin'], memberStatus: 'active', user: { email: 'ana@example.test' } },
    { _userId: 'guest', roles: ['member'], memberStatus: 'invited', invite: { email: 'g@example.test' } },
  ])
})

it('changes roles and removes people, but keeps an admin', async () => {
  const { guest, headers } = await createWithPeople()
  const [founder] = (await call('GET', '/members', headers)).json().data
  expect((await call('PUT', `/members/${founder._id}/roles`, headers, { role: 'member' })).statusCode).toBe(409)
  expect((await call('DELETE', `/members/${founder._id}`, headers)).statusCode).toBe(409)
  expect((await call('PUT', `/members/${guest.id}/roles`, headers, { role: 'owner' })).statusCode).toBe(400)
  const promoted = await call('PUT', `/members/${guest.id}/roles`, headers, { role: 'admin' })
  expect([promoted.statusCode, promoted.json().data.roles]).toEqual([200, ['admin']])
  expect((await call('DELETE', `/members/${founder._id}`, headers)).statusCode).toBe(200)
  const left = (await call('GET', '/members', headers)).json().data
  expect(left.map(({ _id: id }: { _id: string }) => id)).toEqual([guest.id])
})

it("neither shows nor changes another organisation's people", async () => {
  const { guest, headers } = await createWithPeople()
  const other = await createTestEnvironment(t.deps)
  expect((await call('GET', '/members', other.headers)).json().data).toEqual([])
  expect((await call('PUT', `/members/${guest.id}/roles`, other.headers, { role: 'admin' })).statusCode).toBe(404)
  expect((await call('DELETE', `/members/${guest.id}`, other.headers)).statusCode).toBe(404)
  expect((await call('DELETE', '/members/not-an-id', other.headers)).statusCode).toBe(400)
  expect((await call('GET', '/members', headers)).json().data).toHaveLength(2)
})
