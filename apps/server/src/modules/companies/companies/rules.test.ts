import { and, eq } from 'drizzle-orm'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { companies } from '#server/db/schema/companies/companies.ts'
import { sessions } from '#server/db/schema/identity/sessions.ts'
import { auditLogs } from '#server/db/schema/shared/audit.ts'
import { createBrowser } from '#server/test/browser.ts'
import { addMember, createConversation, createSignedIn, createUser, signIn } from '#server/test/factories.ts'
import { openMailbox } from '#server/test/mailbox.ts'
import { openProductWorld, type ProductWorld } from '#server/test/product-notifications.ts'
import { unzip } from '#server/test/unzip.ts'

let w: ProductWorld
let mailbox: Awaited<ReturnType<typeof openMailbox>>
let owner: Awaited<ReturnType<typeof createSignedIn>>
let at: string

beforeAll(async () => {
  mailbox = await openMailbox()
  w = await openProductWorld({ SMTP_URL: mailbox.smtpUrl })
})
afterAll(async () => {
  await w.close()
  await mailbox.close()
})
beforeEach(async () => {
  owner = await createSignedIn(w.deps)
  const { db } = w.deps.database
  await db.update(companies).set({ ownerId: owner.user.id }).where(eq(companies.id, owner.company.id))
  at = `/api/v1/companies/${owner.company.id}`
})

const browse = (headers: { cookie: string }, ip = '127.0.0.1') => {
  const browser = createBrowser(w.app, { ip })
  browser.use(headers)
  return browser
}
const member = async (fields: Parameters<typeof addMember>[3] = { role: 'member' }, user = {}) => {
  const person = await createUser(w.deps, { name: 'Bruno Melo', ...user })
  await addMember(w.deps, owner.company.id, person.id, fields)
  await w.refresh()
  return { ...person, headers: await signIn(w.deps, person.id, owner.company.id) }
}
const memberIdOf = async (userId: string): Promise<string> => {
  const { data } = (await browse(owner.headers).get(`${at}/members`)).json()
  return data.find((row: { userId: string }) => row.userId === userId).id
}
const secure = (security: object, version = 1) => browse(owner.headers).put(`${at}/security`, { version, security })
/** As if saved by someone whom it does not shut out. */
const demand = (security: object) =>
  w.deps.database.db
    .update(companies)
    .set({ security: { ...security } })
    .where(eq(companies.id, owner.company.id))
const changeSession = (userId: string, values: Partial<typeof sessions.$inferInsert>) =>
  Object.keys(values).length > 0 && w.deps.database.db.update(sessions).set(values).where(eq(sessions.userId, userId))
const auditOf = (action: string) =>
  w.deps.database.db
    .select()
    .from(auditLogs)
    .where(and(eq(auditLogs.companyId, owner.company.id), eq(auditLogs.action, action)))

const hours = (count: number) => new Date(Date.now() - count * 3_600_000)
const meets = [
  ['a second factor', { requireTwoFactor: true }, { totpConfirmedAt: new Date() }, {}, '127.0.0.1'],
  ['an address of a network', { addresses: ['203.0.113.0/24'] }, {}, {}, '203.0.113.9'],
  ['an address of IPv6', { addresses: ['2001:db8::/32'] }, {}, {}, '2001:db8::7'],
  ['a fresh session', { sessionHours: 8 }, {}, { createdAt: hours(7) }, '127.0.0.1'],
  ['a method', { methods: ['google'] }, {}, { method: 'google' }, '127.0.0.1'],
] as const
const lacks = [
  ['two_factor', { requireTwoFactor: true }, {}, '127.0.0.1'],
  ['address', { addresses: ['203.0.113.0/24', '2001:db8::/32'] }, {}, '203.0.114.9'],
  ['session_age', { sessionHours: 8 }, { createdAt: hours(9) }, '127.0.0.1'],
  ['method', { methods: ['google', 'github'] }, { method: 'password+app' }, '127.0.0.1'],
] as const

describe('what a company asks of its members', () => {
  it.each(meets)('lets in whoever has %s', async (_, security, person, session, ip) => {
    await demand(security)
    const bruno = await member({ role: 'member' }, person)
    await changeSession(bruno.id, session)
    const browser = browse(bruno.headers, ip)
    expect(await browser.session()).toMatchObject({ barred: null, user: { currentCompany: { id: owner.company.id } } })
    expect((await browser.get(at)).statusCode).toBe(200)
  })

  it.each(lacks)('keeps out whoever lacks it: %s', async (reason, security, session, ip) => {
    await demand(security)
    const bruno = await member()
    await changeSession(bruno.id, session)
    const browser = browse(bruno.headers, ip)
    const { barred, user, abilities } = await browser.session()
    expect(barred).toEqual({ id: owner.company.id, name: 'Test company', reasons: [reason] })
    expect(user.currentCompany).toBeNull()
    expect(abilities).not.toContain('company.view')
    const refused = await browser.get(at)
    expect([refused.statusCode, refused.json().code, refused.json().data]).toEqual([
      403,
      'company_barred',
      { reasons: [reason] },
    ])
    expect((await browser.get('/api/v1/me')).statusCode).toBe(200)
  })

  it.each([
    [{ requireTwoFactor: true }, 'own_two_factor'],
    [{ addresses: ['203.0.113.0/24'] }, 'own_address'],
    [{ addresses: ['127.0.0.1', '300.1.1.1'] }, 'network'],
    [{ methods: ['google'] }, 'own_method'],
  ])('%j cannot be saved by those it would shut out', async (security, code) => {
    await changeSession(owner.user.id, { method: 'password' })
    const answer = await secure(security)
    expect([answer.statusCode, answer.json().errors?.[0]?.code]).toEqual([422, code])
    expect(await auditOf('company.security_updated')).toEqual([])
  })

  it('is undone by the platform when it keeps out its own admins, once and in its log', async () => {
    await demand({ addresses: ['203.0.113.0/24'], sessionHours: 1 })
    const locked = browse(owner.headers)
    expect((await locked.get(at)).json().code).toBe('company_barred')
    const dora = await createUser(w.deps, { role: 'admin', name: 'Dora Lima' })
    const platform = browse(await signIn(w.deps, dora.id, null))
    const rules = async () =>
      (await platform.get(`/api/v1/admin/companies/${owner.company.id}`)).json().signInRules as boolean
    expect(await rules()).toBe(true)
    const reset = () =>
      platform.post(`/api/v1/admin/companies/${owner.company.id}/reset-sign-in-rules`, { reason: 'The office moved' })
    expect([(await reset()).statusCode, (await reset()).statusCode]).toEqual([200, 200])
    expect(await rules()).toBe(false)
    expect((await locked.get(at)).statusCode).toBe(200)
    const rows = await auditOf('company.sign_in_rules_reset')
    expect(rows).toHaveLength(1)
    expect(rows[0]).toMatchObject({
      actorId: dora.id,
      diff: { security: { before: { addresses: ['203.0.113.0/24'] } }, reason: 'The office moved' },
    })
    expect((await locked.post(`/api/v1/admin/companies/${owner.company.id}/reset-sign-in-rules`)).statusCode).toBe(403)
  })

  it('is saved by version, closes sockets of the company, and is in its log', async () => {
    const bruno = await member()
    const closed: unknown[] = []
    const stop = w.deps.bus.subscribe('company.changed', (told) => closed.push(told))
    const saved = await secure({ addresses: ['127.0.0.0/8'], sessionHours: 12 })
    stop()
    expect(saved.json()).toMatchObject({ version: 2, security: { sessionHours: 12, requireTwoFactor: false } })
    expect(closed).toEqual([{ companyId: owner.company.id }])
    const stale = await secure({ sessionHours: 1 })
    expect([stale.statusCode, stale.json().code]).toEqual([409, 'conflict'])
    const [row] = await auditOf('company.security_updated')
    expect(row).toMatchObject({ actorId: owner.user.id, diff: { security: { after: { sessionHours: 12 } } } })
    expect((await browse(bruno.headers).put(`${at}/security`, { version: 2, security: {} })).statusCode).toBe(403)
  })
})

describe('personal data', () => {
  it('are shown to every member once the company stops masking', async () => {
    const bruno = await member()
    await createConversation(w.deps, owner.company.id)
    expect((await browse(bruno.headers).session()).abilities).not.toContain('contacts.pii')
    const privacy = { maskContacts: false, contactName: 'Bia', contactEmail: 'dpo@example.test' }
    expect((await browse(owner.headers).put(`${at}/privacy`, { version: 1, privacy })).json()).toMatchObject({
      privacy,
    })
    expect((await browse(bruno.headers).session()).abilities).toContain('contacts.pii')
    const { data } = (await browse(owner.headers).get(`${at}/members`)).json()
    expect(data.every((row: { grants: string[] }) => row.grants.length === 0)).toBe(true)
  })
})

describe('the logo', () => {
  const upload = async (bytes: Buffer) => {
    const head =
      '--edge\r\ncontent-disposition: form-data; name="file"; filename="a.png"\r\ncontent-type: image/png\r\n\r\n'
    const payload = Buffer.concat([Buffer.from(head), bytes, Buffer.from('\r\n--edge--\r\n')])
    const headers = { 'content-type': 'multipart/form-data; boundary=edge', 'sec-fetch-site': 'same-origin' }
    const browser = browse(owner.headers)
    await browser.session()
    return browser.send('POST', `${at}/logo`, { payload, headers })
  }
  const picture = (width: number, height: number, format: 'png' | 'gif' = 'png') =>
    sharp({ create: { width, height, channels: 3, background: '#0b7285' } })
      .toFormat(format)
      .toBuffer()

  it('is kept small and square, shown to members alone, and goes when it is removed', async () => {
    const { logoUrl } = (await upload(await picture(640, 200))).json()
    const shown = await browse(owner.headers).get(logoUrl)
    const { width, height, format } = await sharp(shown.rawPayload).metadata()
    expect([width, height, format]).toEqual([256, 256, 'webp'])
    const { companies: mine } = (await browse(owner.headers).get('/api/v1/companies/my-companies')).json()
    expect(mine[0].logoUrl).toBe(logoUrl)
    expect((await browse((await createSignedIn(w.deps)).headers).get(logoUrl)).statusCode).toBe(404)
    expect((await browse(owner.headers).remove(`${at}/logo`)).json().logoUrl).toBeNull()
    expect((await browse(owner.headers).get(logoUrl)).statusCode).toBe(404)
  })

  it.each([
    ['too small', () => picture(640, 100), 422, 'validation_failed'],
    ['of another type', () => picture(200, 200, 'gif'), 422, 'file_type_refused'],
    ['too large', async () => Buffer.alloc(2 * 1024 * 1024 + 1), 413, 'file_too_large'],
  ])('is refused when it is %s', async (_, make, status, code) => {
    const answer = await upload(await make())
    expect([answer.statusCode, answer.json().code]).toEqual([status, code])
  })
})

describe('the danger zone', () => {
  it('hands the company to a member, who becomes an admin and hears of it', async () => {
    const bruno = await member({ role: 'member' }, { locale: 'pt' })
    const memberId = await memberIdOf(bruno.id)
    expect((await browse(bruno.headers).post(`${at}/ownership`, { memberId })).statusCode).toBe(403)
    const saved = await browse(owner.headers).post(`${at}/ownership`, { memberId })
    expect(saved.json().owner).toEqual({ id: bruno.id, name: 'Bruno Melo' })
    expect((await browse(owner.headers).post(`${at}/ownership`, { memberId })).statusCode).toBe(403)
    expect((await browse(bruno.headers).session()).user.currentCompany.member.role).toBe('admin')
    expect((await w.inboxOf(bruno.id)).map(({ content }) => content)).toEqual(['Agora você administra Test company'])
    expect(await auditOf('company.ownership_transferred')).toHaveLength(1)
  })

  it('deletes in 30 days, read-only until then, unless the owner calls it off', async () => {
    await member({ role: 'admin' }, { locale: 'pt' })
    const browser = browse(owner.headers)
    expect((await browser.post(`${at}/deletion`, { name: 'Another name' })).json().errors[0].code).toBe('mismatch')
    const { deletionAt } = (await browser.post(`${at}/deletion`, { name: 'Test company' })).json()
    expect(Math.round((Date.parse(deletionAt) - Date.now()) / 86_400_000)).toBe(30)
    expect((await browser.patch(at, { name: 'Renamed' })).json().code).toBe('company_suspended')
    const { companies: mine } = (await browser.get('/api/v1/companies/my-companies')).json()
    expect(mine[0]).toMatchObject({ status: 'deleting', deletionAt })
    expect((await browser.remove(`${at}/deletion`)).statusCode).toBe(204)
    expect((await browser.remove(`${at}/deletion`)).json().code).toBe('state_invalid')
    expect((await browser.patch(at, { name: 'Renamed' })).statusCode).toBe(200)
    expect((await auditOf('company.deletion_scheduled'))[0]?.diff).toEqual({
      status: { before: 'active', after: 'deleting' },
    })
    expect(await auditOf('company.deletion_canceled')).toHaveLength(1)
  })

  it('leaves a deletion alone that the platform planned', async () => {
    const { db } = w.deps.database
    const standing = { status: 'deleting' as const, statusReason: 'Fraud', deletionAt: new Date() }
    await db.update(companies).set(standing).where(eq(companies.id, owner.company.id))
    expect((await browse(owner.headers).remove(`${at}/deletion`)).json().code).toBe('state_invalid')
  })

  it('exports everything in one archive, without secrets, in the background', async () => {
    await createConversation(w.deps, owner.company.id)
    const other = await createSignedIn(w.deps)
    await createConversation(w.deps, other.company.id)
    const browser = browse(owner.headers)
    expect((await browser.post(`${at}/exports`)).json()).toMatchObject({ kind: 'company.export', status: 'queued' })
    await w.deps.jobs.drain(w.deps)
    const [task] = (await browser.get('/api/v1/tasks')).json().data
    expect([task.status, task.error]).toEqual(['completed', null])
    const files = unzip((await browser.get(task.file.url)).rawPayload)
    const lines = (name: string) => files.get(`${name}.csv`)?.trim().split('\r\n') ?? []
    expect(lines('company')[1]).toContain(owner.company.id)
    expect(lines('members')).toHaveLength(2)
    expect(lines('contacts')).toHaveLength(2)
    expect(lines('conversations')).toHaveLength(2)
    expect([...files.values()].join()).not.toContain(other.company.id)
    expect([...files.values()].join()).not.toMatch(/token|hash|secret|password/i)
  })
})

describe('invitations', () => {
  it('are sent again or withdrawn together; those answered by now are skipped', async () => {
    const browser = browse(owner.headers)
    const emails = ['a', 'b', 'c'].map((name) => `${name}-${owner.company.id}@example.test`)
    const { data } = (await browser.post(`${at}/invitations`, { emails })).json()
    const ids: string[] = data.map(({ id }: { id: string }) => id)
    await browser.remove(`${at}/invitations/${ids[0]}`)
    const change = (selection: object, verb: string) =>
      browser.post(`${at}/invitations/changes`, { selection, change: verb })
    expect((await change({ ids }, 'resend')).json()).toEqual({
      done: 2,
      skipped: [{ id: ids[0], label: '', code: 'not_found' }],
    })
    expect(await mailbox.mailsTo(w.deps, emails[1] ?? '')).toHaveLength(2)
    expect((await change({ filter: {}, expected: 3 }, 'revoke')).json().code).toBe('conflict')
    expect((await change({ filter: {}, expected: 2 }, 'revoke')).json()).toEqual({ done: 2, skipped: [] })
    expect((await browser.get(`${at}/invitations`)).json().data).toEqual([])
    expect(await auditOf('member.invitation_revoked')).toHaveLength(3)
  })
})

it('tells which members have a second factor', async () => {
  await member({ role: 'member' }, { totpConfirmedAt: new Date() })
  const { data } = (await browse(owner.headers).get(`${at}/members`)).json()
  expect(data.map(({ twoFactor }: { twoFactor: boolean }) => twoFactor).sort()).toEqual([false, true])
})
