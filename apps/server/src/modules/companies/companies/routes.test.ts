import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { companyCare } from '#server/db/schema/admin/companies.ts'
import { companies } from '#server/db/schema/companies/companies.ts'
import { conversations } from '#server/db/schema/inbox/conversations.ts'
import { auditLogs } from '#server/db/schema/shared/audit.ts'
import { newId } from '#server/lib/ids.ts'
import { hashPassword } from '#server/lib/password.ts'
import { resolveSession } from '#server/modules/identity/sessions/index.ts'
import { buildOwnApp, type TestApp } from '#server/test/app.ts'
import { createBrowser } from '#server/test/browser.ts'
import {
  addMember,
  createChannel,
  createCompany,
  createConversation,
  createUser,
  signIn,
} from '#server/test/factories.ts'
import { openMailbox } from '#server/test/mailbox.ts'

let server: TestApp
let mailbox: Awaited<ReturnType<typeof openMailbox>>
const password = 'a good long password'

beforeAll(async () => {
  mailbox = await openMailbox()
  server = await buildOwnApp({ SMTP_URL: mailbox.smtpUrl })
})
afterAll(async () => {
  await server.close()
  await mailbox.close()
})

type Role = 'admin' | 'member'

/** A person in a company, with a browser that is signed in to it. */
const join = async (companyId: string, role: Role = 'admin', fields: Parameters<typeof createUser>[1] = {}) => {
  const user = await createUser(server.deps, { passwordHash: await hashPassword(password, 64), ...fields })
  await addMember(server.deps, companyId, user.id, { role })
  const headers = await signIn(server.deps, user.id, companyId)
  const browser = createBrowser(server.app)
  browser.use(headers)
  return { user, browser, headers }
}

const setUp = async () => {
  const company = await createCompany(server.deps, { name: 'Empório' })
  const admin = await join(company.id, 'admin', { name: 'Ana Lima' })
  return { company, admin, at: `/api/v1/companies/${company.id}` }
}

const memberIdOf = async (
  browser: ReturnType<typeof createBrowser>,
  companyId: string,
  userId: string,
): Promise<string> => {
  const { data } = (await browser.get(`/api/v1/companies/${companyId}/members`)).json()
  return data.find((member: { userId: string }) => member.userId === userId).id
}

const audited = async (companyId: string) => {
  const rows = await server.deps.database.db.select().from(auditLogs).where(eq(auditLogs.companyId, companyId))
  return rows.map((row) => row.action).sort()
}

describe('my companies', () => {
  test('lists those a person belongs to, with what the switcher shows, and nothing else', async () => {
    const { company, admin } = await setUp()
    await createCompany(server.deps, { name: 'Foreign' })
    await createChannel(server.deps, company.id)
    const { companies } = (await admin.browser.get('/api/v1/companies/my-companies')).json()
    expect(companies).toEqual([
      {
        id: company.id,
        name: 'Empório',
        access_blocks: ['integrations', 'whatsapp_chat'],
        current: true,
        role: 'admin',
        owner: false,
        status: 'active',
        members: 1,
        channels: 1,
        unread: 0,
        timezone: 'America/Sao_Paulo',
        currency: 'BRL',
        logoUrl: null,
        color: null,
        deletionAt: null,
      },
    ])
  })

  test('is refused to no one', async () => {
    const answer = await createBrowser(server.app).get('/api/v1/companies/my-companies')
    expect(answer.statusCode).toBe(401)
    expect(answer.json().code).toBe('unauthenticated')
  })
})

describe('a company', () => {
  test('is created with its founder as owner and admin, and becomes the current one', async () => {
    const { admin } = await setUp()
    const created = await admin.browser.post('/api/v1/companies', {
      name: '  Recife Bikes ',
      country: 'BR',
      timezone: 'America/Recife',
      taxId: '12.ABC.345/01DE-35',
      website: '',
      address: { city: 'Recife', state: 'PE' },
    })
    expect(created.statusCode).toBe(201)
    expect(created.json()).toMatchObject({
      name: 'Recife Bikes',
      taxId: '12ABC34501DE35',
      website: null,
      address: { city: 'Recife', state: 'PE' },
      access_blocks: ['integrations', 'whatsapp_chat'],
    })
    expect((await admin.browser.session()).user.currentCompany).toMatchObject({
      id: created.json().id,
      member: { role: 'admin' },
    })
    expect(await audited(created.json().id)).toEqual(['company.created'])
  })

  test.each([
    [{ name: 'x' }, 'name'],
    [{ name: 'Fine', timezone: 'Mars/Olympus' }, 'timezone'],
    [{ name: 'Fine', taxId: '12.345.678/0001-00' }, 'taxId'],
    [{ name: 'Fine', website: 'javascript:alert(1)' }, 'website'],
  ])('%j is refused at %s', async (body, path) => {
    const { admin } = await setUp()
    const answer = await admin.browser.post('/api/v1/companies', body)
    expect(answer.statusCode).toBe(422)
    expect(answer.json().errors[0].path).toBe(path)
  })

  test('more than five of one owner are refused', async () => {
    const { admin } = await setUp()
    for (let made = 0; made < 5; made += 1) await admin.browser.post('/api/v1/companies', { name: `Company ${made}` })
    const answer = await admin.browser.post('/api/v1/companies', { name: 'One too many' })
    expect(answer.statusCode).toBe(409)
    expect(answer.json()).toMatchObject({ code: 'company_limit', data: { limit: 5 } })
  })

  test('as many as asked for at once are no more than five', async () => {
    const { admin } = await setUp()
    const names = Array.from({ length: 8 }, (_, made) => `Company ${made}`)
    const answers = await Promise.all(names.map((name) => admin.browser.post('/api/v1/companies', { name })))
    const codes = answers.map((answer) => answer.statusCode).sort()
    expect(codes).toEqual([201, 201, 201, 201, 201, 409, 409, 409])
  })

  test('is read by members and changed by admins', async () => {
    const { company, admin, at } = await setUp()
    const member = await join(company.id, 'member')
    expect((await member.browser.get(at)).json()).toMatchObject({ id: company.id, name: 'Empório' })
    expect((await member.browser.patch(at, { name: 'Mine' })).json().code).toBe('forbidden')
    const changed = await admin.browser.patch(at, { name: 'Empório Novo', phone: '+55 81 3030-4040', size: '2-10' })
    expect(changed.json()).toMatchObject({ name: 'Empório Novo', phone: '+55 81 3030-4040', size: '2-10' })
    expect(await audited(company.id)).toEqual(['company.updated'])
  })
})

describe('other companies', () => {
  test('are not there, whatever is asked of them', async () => {
    const { admin, at: own } = await setUp()
    const foreign = await setUp()
    const memberId = await memberIdOf(foreign.admin.browser, foreign.company.id, foreign.admin.user.id)
    await foreign.admin.browser.post(`${foreign.at}/invitations`, { emails: ['guest@example.test'] })
    const invitationId = (await foreign.admin.browser.get(`${foreign.at}/invitations`)).json().data[0].id
    const b = admin.browser
    const answers = [
      await b.get(foreign.at),
      await b.patch(foreign.at, { name: 'Mine now' }),
      await b.remove(`${foreign.at}/membership`),
      await b.get(`${foreign.at}/members`),
      await b.patch(`${own}/members/${memberId}`, { role: 'member' }),
      await b.remove(`${own}/members/${memberId}`),
      await b.remove(`${foreign.at}/members/${memberId}`),
      await b.get(`${foreign.at}/invitations`),
      await b.post(`${foreign.at}/invitations`, { emails: ['x@example.test'] }),
      await b.post(`${own}/invitations/${invitationId}/resend`),
      await b.remove(`${own}/invitations/${invitationId}`),
      await b.get(`${foreign.at}/audit`),
      await b.get('/api/v1/companies/not-an-id'),
    ]
    expect(answers.map((answer) => answer.statusCode)).toEqual(answers.map(() => 404))
    expect((await foreign.admin.browser.get(foreign.at)).json().name).toBe('Empório')
  })

  test('a write that was meant for another current company is refused', async () => {
    const { admin } = await setUp()
    const answer = await admin.browser.send('GET', '/api/v1/dashboard/summary', {
      headers: { 'x-company-version': newId() },
    })
    expect(answer.statusCode).toBe(409)
    expect(answer.json().code).toBe('stale_company')
  })
})

describe('members', () => {
  test('are listed with role and last visit', async () => {
    const { company, admin, at } = await setUp()
    const member = await join(company.id, 'member', { name: 'Bruno' })
    const { data } = (await member.browser.get(`${at}/members`)).json()
    expect(data).toMatchObject([
      {
        userId: admin.user.id,
        name: 'Ana Lima',
        role: 'admin',
        status: 'active',
        owner: false,
        lastSeenAt: expect.any(String),
      },
      { userId: member.user.id, name: 'Bruno', role: 'member' },
    ])
  })

  test('come a page at a time, are found without accents, and include the one asked for', async () => {
    const { company, admin, at } = await setUp()
    const zeca = await join(company.id, 'member', { name: 'Zeca' })
    await join(company.id, 'member', { name: 'José Ávila' })
    const read = async (query: string) => (await admin.browser.get(`${at}/members?${query}`)).json()
    const namesOf = ({ data }: { data: { name: string }[] }) => data.map(({ name }) => name)
    const first = await read('limit=2')
    expect([namesOf(first), first.page.has_more]).toEqual([['Ana Lima', 'José Ávila'], true])
    const second = await read(`limit=2&cursor=${first.page.next}`)
    expect([namesOf(second), second.page]).toEqual([['Zeca'], { next: null, has_more: false }])
    expect(namesOf(await read('search=jose%20av'))).toEqual(['José Ávila'])
    expect(namesOf(await read(`limit=1&include=${zeca.user.id}`))).toEqual(['Zeca', 'Ana Lima'])
    expect(namesOf(await read(`limit=3&include=${zeca.user.id}`))).toEqual(['Ana Lima', 'José Ávila', 'Zeca'])
  })

  test('get another role and grants, which hold at once', async () => {
    const { company, admin, at } = await setUp()
    const member = await join(company.id, 'member')
    const id = await memberIdOf(admin.browser, company.id, member.user.id)
    expect((await member.browser.patch(at, { name: 'Renamed' })).statusCode).toBe(403)
    const changed = await admin.browser.patch(`${at}/members/${id}`, {
      role: 'admin',
      grants: ['contacts.pii'],
      visibility: 'assigned',
    })
    expect(changed.json()).toMatchObject({ role: 'admin', grants: ['contacts.pii'], visibility: 'assigned' })
    expect((await member.browser.patch(at, { name: 'Renamed' })).statusCode).toBe(200)
    expect(await audited(company.id)).toEqual(['company.updated', 'member.updated'])
  })

  test('the last admin can neither go, nor be removed, nor be demoted', async () => {
    const { company, admin, at } = await setUp()
    await join(company.id, 'member')
    const id = await memberIdOf(admin.browser, company.id, admin.user.id)
    const answers = [
      await admin.browser.remove(`${at}/membership`),
      await admin.browser.remove(`${at}/members/${id}`),
      await admin.browser.patch(`${at}/members/${id}`, { role: 'member' }),
    ]
    for (const answer of answers) expect(answer.json()).toMatchObject({ status: 409, code: 'last_admin' })
  })

  test('two admins who leave at the same time leave one behind', async () => {
    const { company, admin, at } = await setUp()
    const other = await join(company.id, 'admin')
    const answers = await Promise.all([
      admin.browser.remove(`${at}/membership`),
      other.browser.remove(`${at}/membership`),
    ])
    expect(answers.map((answer) => answer.statusCode).sort()).toEqual([204, 409])
  })

  test('a removed member loses the company at once, in every session, and its sockets close', async () => {
    const { company, admin, at } = await setUp()
    const member = await join(company.id, 'member')
    const id = await memberIdOf(admin.browser, company.id, member.user.id)
    const closed: unknown[] = []
    const stop = server.deps.bus.subscribe('company.changed', (told) => closed.push(told))
    expect((await admin.browser.remove(`${at}/members/${id}`)).statusCode).toBe(204)
    stop()
    expect(closed).toEqual([{ companyId: company.id, userId: member.user.id }])
    const session = await member.browser.session()
    expect(session.user).toMatchObject({ id: member.user.id, currentCompany: null, companies: [] })
    expect((await member.browser.get(at)).statusCode).toBe(403)
    expect((await resolveSession(server.deps, { headers: member.headers }))?.company).toBeNull()
    expect(await audited(company.id)).toEqual(['member.removed'])
  })

  test('the conversations of a removed member are free again, resolved ones excepted', async () => {
    const { company, admin, at } = await setUp()
    const member = await join(company.id, 'member')
    const open = await createConversation(server.deps, company.id, { assigneeId: member.user.id })
    const resolved = await createConversation(server.deps, company.id, {
      assigneeId: member.user.id,
      status: 'resolved',
    })
    const id = await memberIdOf(admin.browser, company.id, member.user.id)
    await admin.browser.remove(`${at}/members/${id}`)
    const rows = await server.deps.database.db
      .select()
      .from(conversations)
      .where(eq(conversations.companyId, company.id))
    const assignees = new Map(rows.map((row) => [row.id, row.assigneeId]))
    expect(assignees.get(open.id)).toBeNull()
    expect(assignees.get(resolved.id)).toBe(member.user.id)
  })

  test('an owner is removed by no one else, and hands the company on when leaving', async () => {
    const { admin } = await setUp()
    const { id: companyId } = (await admin.browser.post('/api/v1/companies', { name: 'Owned' })).json()
    const other = await join(companyId, 'admin')
    const ownerId = await memberIdOf(other.browser, companyId, admin.user.id)
    expect((await other.browser.remove(`/api/v1/companies/${companyId}/members/${ownerId}`)).json().code).toBe(
      'forbidden',
    )
    expect((await admin.browser.remove(`/api/v1/companies/${companyId}/membership`)).statusCode).toBe(204)
    const { companies } = (await other.browser.get('/api/v1/companies/my-companies')).json()
    expect(companies).toMatchObject([{ id: companyId, owner: true, members: 1 }])
  })
})

describe('the audit log', () => {
  test('tells admins who did what, page by page', async () => {
    const { company, admin, at } = await setUp()
    const member = await join(company.id, 'member')
    for (let turn = 0; turn < 3; turn += 1) await admin.browser.patch(at, { name: `Name ${turn}` })
    const first = (await admin.browser.get(`${at}/audit?limit=2`)).json()
    expect(first.data).toMatchObject([
      {
        action: 'company.updated',
        actor: { kind: 'user', name: 'Ana Lima' },
        target: { type: 'company', label: 'Name 2' },
      },
      { action: 'company.updated', target: { label: 'Name 1' } },
    ])
    const rest = (await admin.browser.get(`${at}/audit?limit=2&cursor=${first.page.next}`)).json()
    expect(rest.data).toMatchObject([{ target: { label: 'Name 0' } }])
    expect(rest.page).toEqual({ next: null, has_more: false })
    expect((await member.browser.get(`${at}/audit`)).statusCode).toBe(403)
  })
})

test('the session of a company that can only be read says why, and whom to ask', async () => {
  const { company, admin } = await setUp()
  const { user, browser } = admin
  const { db } = server.deps.database
  const restricted = async () => (await browser.session()).restricted
  const set = (values: Partial<typeof companies.$inferInsert>) =>
    db.update(companies).set(values).where(eq(companies.id, company.id))
  expect(await restricted()).toBeNull()
  await set({ status: 'suspended', statusReason: 'Unpaid invoices' })
  expect(await restricted()).toEqual({ status: 'suspended', reason: 'Unpaid invoices', deletionAt: null, ask: null })
  const sofia = await createUser(server.deps, { role: 'support', name: 'Sofia Reis' })
  await db.insert(companyCare).values({ companyId: company.id, managerId: sofia.id })
  expect((await restricted()).ask).toEqual({ name: 'Sofia Reis', email: sofia.email })
  await set({ status: 'deleting', statusReason: null, ownerId: user.id, deletionAt: new Date('2026-12-24T12:00:00Z') })
  expect(await restricted()).toEqual({
    status: 'deleting',
    reason: null,
    deletionAt: '2026-12-24T12:00:00.000Z',
    ask: { name: user.name, email: user.email },
  })
})
