import type { BulkOutcome } from '@recado/contracts/shared/lists'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { companyCare } from '#server/db/schema/admin/companies.ts'
import { companies } from '#server/db/schema/companies/companies.ts'
import { sessions } from '#server/db/schema/identity/sessions.ts'
import { users } from '#server/db/schema/identity/users.ts'
import { conversations } from '#server/db/schema/inbox/conversations.ts'
import { auditLogs } from '#server/db/schema/shared/audit.ts'
import { featureFlagCompanies } from '#server/db/schema/shared/feature-flags.ts'
import { newId } from '#server/lib/ids.ts'
import { featureOn } from '#server/modules/shared/feature-flags/index.ts'
import { isOn, placeOf } from '#server/modules/shared/feature-flags/policy.ts'
import { buildOwnApp, type TestApp } from '#server/test/app.ts'
import { createBrowser } from '#server/test/browser.ts'
import {
  addMember,
  createCompany,
  createConversation,
  createSignedIn,
  createUser,
  signIn,
} from '#server/test/factories.ts'

let server: TestApp
beforeAll(async () => {
  server = await buildOwnApp()
})
afterAll(() => server.close())

const factor = () => ({ totpSecret: server.deps.sealer.seal('secret'), totpConfirmedAt: new Date() })

const adminBrowser = async (fields: object = {}) => {
  const user = await createUser(server.deps, { role: 'admin', name: 'Dora Lima', ...fields })
  const browser = createBrowser(server.app)
  browser.use(await signIn(server.deps, user.id))
  await browser.session()
  return { user, browser }
}
const codeOf = (answer: { json: () => { code?: string } }) => answer.json().code
const auditOf = (action: string) => server.deps.database.db.select().from(auditLogs).where(eq(auditLogs.action, action))
const tagsOf = async (companyId: string) =>
  (await server.deps.database.db.select().from(companyCare).where(eq(companyCare.companyId, companyId)))[0]?.tags

describe('companies that are looked after', () => {
  test('are tagged by ids and by filter; what the filter leaves by now is not changed unseen', async () => {
    const { browser } = await adminBrowser()
    const name = `Padaria ${newId().slice(-6)}`
    const [one, two] = [await createCompany(server.deps, { name }), await createCompany(server.deps, { name })]
    const tag = async (selection: object, change: object) =>
      browser.post('/api/v1/admin/companies/tags', { selection, ...change })
    const gone = newId()
    const first = (await tag({ ids: [one.id, gone] }, { add: ['VIP', 'vip '] })).json() as BulkOutcome
    expect(first).toEqual({ done: 1, skipped: [{ id: gone, label: gone, code: 'not_found' }] })
    expect(await tagsOf(one.id)).toEqual(['vip'])
    const filter = { search: name }
    const stale = await tag({ filter, expected: 1 }, { add: ['new'] })
    expect([stale.statusCode, stale.json().code, stale.json().data]).toEqual([409, 'conflict', { count: 2 }])
    const both = await tag({ filter, expected: 2 }, { add: ['new'], remove: ['vip'] })
    expect(both.json()).toEqual({ done: 2, skipped: [] })
    expect([await tagsOf(one.id), await tagsOf(two.id)]).toEqual([['new'], ['new']])
    const rows = (await auditOf('company.care_changed')).length
    await tag({ filter, expected: 2 }, { add: ['new'], remove: ['vip'] })
    expect((await auditOf('company.care_changed')).length, 'the same again changes nothing').toBe(rows)
    const listed = (await browser.get(`/api/v1/admin/companies?tag=new&count=exact`)).json()
    expect([listed.data.length, listed.page.total, listed.data[0].tags]).toEqual([2, 2, ['new']])
  })

  test('have one manager of the staff, who two people cannot set over each other', async () => {
    const { browser } = await adminBrowser()
    const company = await createCompany(server.deps)
    const staff = await createUser(server.deps, { role: 'support' })
    const set = (body: object) => browser.put(`/api/v1/admin/companies/${company.id}/care`, body)
    const customer = await createUser(server.deps)
    expect(codeOf(await set({ version: 0, managerId: customer.id, tags: [] }))).toBe('state_invalid')
    const saved = await set({ version: 0, managerId: staff.id, tags: ['b', 'a'] })
    expect(saved.json()).toMatchObject({ manager: { id: staff.id }, tags: ['a', 'b'], version: 1 })
    const stale = await set({ version: 0, managerId: null, tags: [] })
    expect([stale.statusCode, stale.json().data.current.version]).toEqual([409, 1])
    const found = (await browser.get(`/api/v1/admin/companies?manager=${staff.id}`)).json().data
    expect(found.map(({ id }: { id: string }) => id)).toEqual([company.id])
  })

  test('are told of a notice once, however often it is sent', async () => {
    const { browser } = await adminBrowser()
    const { company } = await createSignedIn(server.deps)
    const key = newId()
    const message = { en: 'Maintenance on Sunday', pt: 'Manutenção no domingo' }
    const body = { selection: { ids: [company.id] }, key, message }
    for (const _ of [1, 2]) expect((await browser.post('/api/v1/admin/companies/notices', body)).json().done).toBe(1)
    expect((await auditOf('company.notified')).filter((row) => row.companyId === company.id)).toHaveLength(1)
  })

  test.each([
    ['grant', 'automations', true],
    ['revoke', 'whatsapp_chat', false],
  ])('are %sed a block together, after a look at what that does', async (effect, block, has) => {
    const { browser } = await adminBrowser()
    const companies = [await createCompany(server.deps), await createCompany(server.deps)]
    const wanted = { selection: { ids: companies.map(({ id }) => id) }, block, effect }
    const preview = (await browser.post('/api/v1/admin/company-access/bulk/preview', wanted)).json()
    expect(preview).toMatchObject({ companies: 2, gaining: has ? 2 : 0, losing: has ? 0 : 2 })
    const change = () => browser.post('/api/v1/admin/company-access/bulk', { ...wanted, reason: 'Asked for' })
    expect((await change()).json()).toEqual({ done: 2, skipped: [] })
    await change()
    for (const { id } of companies) {
      const { blocks } = (await browser.get(`/api/v1/admin/companies/${id}`)).json()
      expect(blocks.find((state: { block: string }) => state.block === block).effective).toBe(has)
      const { data } = (await browser.get(`/api/v1/admin/company-access/history?company=${id}`)).json()
      expect(data, 'the same again makes no second override').toHaveLength(1)
    }
  })
})

describe('a feature flag', () => {
  const all = { enabled: true, percent: 100, companies: new Map<string, boolean>() }
  test.each([
    ['on for everybody', all, 'c', true],
    [
      'off for everybody when switched off, whatever is settled',
      { ...all, enabled: false, companies: new Map([['c', true]]) },
      'c',
      false,
    ],
    ['off at no share', { ...all, percent: 0 }, 'c', false],
    ['on where settled', { ...all, percent: 0, companies: new Map([['c', true]]) }, 'c', true],
    ['off where settled', { ...all, companies: new Map([['c', false]]) }, 'c', false],
    ['off outside of companies before it is out', { ...all, percent: 99 }, null, false],
  ])('is %s', (_, rollout, companyId, on) => expect(isOn('flag', rollout, companyId)).toBe(on))

  test('reaches about its share of companies, and keeps those it reached', () => {
    const ids = Array.from({ length: 4000 }, () => newId())
    const at = (percent: number) => ids.filter((id) => isOn('flag', { ...all, percent }, id))
    expect(at(30).length / ids.length).toBeCloseTo(0.3, 1)
    const later = new Set(at(60))
    expect(at(30).every((id) => later.has(id))).toBe(true)
    expect(new Set(ids.map((id) => placeOf('flag', id))).size).toBe(100)
  })

  test('is changed by one admin at a time, settled for companies, and read at once', async () => {
    const { browser } = await adminBrowser()
    const company = await createCompany(server.deps)
    const ctx = {
      deps: server.deps,
      company: { ...company, member: { role: 'admin' as const, grants: [], visibility: 'all' as const } },
    }
    const url = '/api/v1/admin/feature-flags/typing_indicator'
    expect(await featureOn(ctx, 'typing_indicator')).toBe(true)
    expect((await browser.put(url, { version: 0, enabled: true, percent: 0 })).json()).toMatchObject({ version: 1 })
    expect(codeOf(await browser.put(url, { version: 0, enabled: true, percent: 50 }))).toBe('conflict')
    expect(await featureOn(ctx, 'typing_indicator')).toBe(false)
    const settle = (choice: string) =>
      browser.post('/api/v1/admin/companies/feature-flags', {
        selection: { ids: [company.id] },
        key: 'typing_indicator',
        choice,
      })
    await settle('on')
    expect(await featureOn(ctx, 'typing_indicator')).toBe(true)
    await settle('default')
    expect(await featureOn(ctx, 'typing_indicator')).toBe(false)
  })
})

test('more rows than a request takes are changed by a task, exactly those that were meant', async () => {
  const { browser } = await adminBrowser()
  const name = `Lot ${newId().slice(-8)}`
  const rows = Array.from({ length: 501 }, (_, i) => ({ id: newId(), name: `${name} ${i}` }))
  await server.deps.database.db.insert(companies).values(rows)
  const selection = { filter: { search: name }, expected: 501 }
  const body = { selection, key: 'typing_indicator', choice: 'off' }
  const answer = (await browser.post('/api/v1/admin/companies/feature-flags', body)).json()
  expect(answer).toMatchObject({ done: 0, skipped: [], task: { kind: 'companies.flags', status: 'queued' } })
  const later = await createCompany(server.deps, { name: `${name} too late` })
  await server.deps.jobs.drain(server.deps)
  const { data } = (await browser.get('/api/v1/tasks')).json()
  expect(data[0]).toMatchObject({ status: 'completed', file: { name: expect.stringMatching(/^companies\.flags-/) } })
  const settled = await server.deps.database.db.select().from(featureFlagCompanies)
  const ids = new Set(settled.map(({ companyId }) => companyId))
  expect([rows.every(({ id }) => ids.has(id)), ids.has(later.id)]).toEqual([true, false])
})

describe('people, many at once', () => {
  test('are suspended one by one: what the rules refuse for one keeps no other', async () => {
    const { user: admin, browser } = await adminBrowser()
    const { user } = await createSignedIn(server.deps)
    const change = { action: 'suspend', reason: 'Left the company' }
    const send = () =>
      browser.post('/api/v1/admin/users/bulk', { role: 'customer', selection: { ids: [user.id, admin.id] }, change })
    const outcome = { done: 1, skipped: [{ id: admin.id, label: 'Dora Lima', code: 'self_refused' }] }
    expect((await send()).json()).toEqual(outcome)
    expect((await send()).json(), 'again').toEqual(outcome)
    expect(await server.deps.database.db.$count(sessions, eq(sessions.userId, user.id))).toBe(0)
    expect((await auditOf('user.suspended')).filter((row) => row.targetId === user.id)).toHaveLength(1)
  })
})

describe('a new admin', () => {
  const person = () => ({ name: 'Nina Alves', email: `${newId()}@example.test`, reason: 'Takes the night shift' })
  const decide = (browser: Awaited<ReturnType<typeof adminBrowser>>['browser'], id: string, decision: string) =>
    browser.post(`/api/v1/admin/admin-requests/${id}/decision`, { decision })

  test('needs a first admin with a second factor, and a second one who says yes', async () => {
    const plain = await adminBrowser()
    const first = await adminBrowser(factor())
    const second = await adminBrowser(factor())
    const body = person()
    expect(codeOf(await plain.browser.post('/api/v1/admin/admin-requests', body))).toBe('own_two_factor_required')
    const asked = await first.browser.post('/api/v1/admin/admin-requests', body)
    expect([asked.statusCode, asked.json().decision]).toEqual([201, null])
    expect(codeOf(await second.browser.post('/api/v1/admin/admin-requests', body))).toBe('duplicate')
    const { id } = asked.json()
    expect(codeOf(await decide(first.browser, id, 'approved'))).toBe('self_refused')
    expect(codeOf(await decide(second.browser, id, 'withdrawn'))).toBe('self_refused')
    expect(codeOf(await decide(plain.browser, id, 'approved'))).toBe('own_two_factor_required')
    const where = eq(users.email, body.email)
    expect(await server.deps.database.db.$count(users, where)).toBe(0)
    expect((await decide(second.browser, id, 'approved')).json()).toMatchObject({ decision: 'approved' })
    const [made] = await server.deps.database.db.select().from(users).where(where)
    expect(made).toMatchObject({ role: 'admin', status: 'new' })
    expect(codeOf(await decide(second.browser, id, 'refused'))).toBe('state_invalid')
  })

  test('is not made by changing a role, nor by adding an account', async () => {
    const { browser } = await adminBrowser(factor())
    const user = await createUser(server.deps)
    expect(codeOf(await browser.patch(`/api/v1/admin/users/${user.id}`, { role: 'admin' }))).toBe('approval_required')
    const { reason: _, ...fields } = person()
    expect((await browser.post('/api/v1/admin/users', { ...fields, role: 'admin' })).statusCode).toBe(422)
    const change = { action: 'role', role: 'admin', reason: 'A short cut' }
    const bulk = await browser.post('/api/v1/admin/users/bulk', {
      role: 'customer',
      selection: { ids: [user.id] },
      change,
    })
    expect(bulk.statusCode).toBe(422)
  })
})

describe('accounts', () => {
  test('of one person become one: companies, rights, ownership and conversations go along', async () => {
    const { browser } = await adminBrowser()
    const kept = await createSignedIn(server.deps, { role: 'member', grants: ['contacts.pii'] })
    const other = await createUser(server.deps, { name: 'The same' })
    await addMember(server.deps, kept.company.id, other.id, { role: 'admin' })
    const alone = await createCompany(server.deps, { name: 'Only theirs' })
    await addMember(server.deps, alone.id, other.id)
    const talk = await createConversation(server.deps, alone.id, { assigneeId: other.id })
    const url = `/api/v1/admin/users/${kept.user.id}/merge`
    const preview = (await browser.get(`${url}?otherId=${other.id}`)).json()
    expect(preview).toMatchObject({
      joins: [{ id: alone.id }],
      rises: [{ id: kept.company.id }],
      openConversations: 1,
    })
    const merged = await browser.post(url, { otherId: other.id, reason: 'The same person twice' })
    expect(
      merged
        .json()
        .companies.map(({ id, role }: { id: string; role: string }) => [id, role])
        .sort(),
    ).toEqual(
      [
        [kept.company.id, 'admin'],
        [alone.id, 'admin'],
      ].sort(),
    )
    const [row] = await server.deps.database.db.select().from(users).where(eq(users.id, other.id))
    expect(row).toMatchObject({ status: 'deleted', email: `${other.id}@deleted.invalid` })
    const [moved] = await server.deps.database.db.select().from(conversations).where(eq(conversations.id, talk.id))
    expect(moved?.assigneeId).toBe(kept.user.id)
    expect((await browser.post(url, { otherId: other.id, reason: 'The same person twice' })).statusCode).toBe(404)
  })

  test('of the staff, and the own one, are not merged', async () => {
    const { user: admin, browser } = await adminBrowser()
    const { user } = await createSignedIn(server.deps)
    const merge = (otherId: string) =>
      browser.post(`/api/v1/admin/users/${user.id}/merge`, { otherId, reason: 'The same person twice' })
    const support = await createUser(server.deps, { role: 'support' })
    expect([codeOf(await merge(user.id)), codeOf(await merge(admin.id)), codeOf(await merge(support.id))]).toEqual([
      'self_refused',
      'self_refused',
      'state_invalid',
    ])
  })

  test('are deleted in 30 days unless their company would have no admin; letting them in again calls it off', async () => {
    const { user: admin, browser } = await adminBrowser()
    const { user, company } = await createSignedIn(server.deps)
    const remove = (id: string) => browser.post(`/api/v1/admin/users/${id}/deletion`, { reason: 'Asked for by them' })
    expect(codeOf(await remove(admin.id))).toBe('self_refused')
    const refused = await remove(user.id)
    expect([refused.json().code, refused.json().data.companies]).toEqual(['last_admin', [company.name]])
    const heir = await createUser(server.deps)
    await addMember(server.deps, company.id, heir.id)
    expect((await remove(user.id)).json()).toMatchObject({ status: 'suspended', deletionAt: expect.any(String) })
    expect(codeOf(await remove(user.id))).toBe('state_invalid')
    const back = await browser.put(`/api/v1/admin/users/${user.id}/status`, {
      status: 'active',
      reason: 'Changed mind',
    })
    expect(back.json()).toMatchObject({ status: 'active', deletionAt: null })
  })
})
