import { readdirSync, readFileSync } from 'node:fs'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { companyMembers, invitations } from '#server/db/schema/companies/companies.ts'
import { auditLogs } from '#server/db/schema/shared/audit.ts'
import { newId } from '#server/lib/ids.ts'
import { hashPassword } from '#server/lib/password.ts'
import { buildOwnApp, type TestApp } from '#server/test/app.ts'
import { createBrowser } from '#server/test/browser.ts'
import { addMember, createCompany, createUser, signIn } from '#server/test/factories.ts'
import { openMailbox } from '#server/test/mailbox.ts'
import { eventually } from '#server/test/whatsapp-world.ts'

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

const audited = async (companyId: string) => {
  const rows = await server.deps.database.db.select().from(auditLogs).where(eq(auditLogs.companyId, companyId))
  return rows.map((row) => row.action).sort()
}

describe('invitations', () => {
  const invite = async (at: string, browser: ReturnType<typeof createBrowser>, email: string, extra: object = {}) => {
    const answer = await browser.post(`${at}/invitations`, { emails: [email], ...extra })
    const [mail] = await mailbox.mailsTo(server.deps, email)
    const token = /\/invitations\/([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? ''
    return { id: answer.json().data[0]?.id as string, token, mail }
  }

  test('say into which teams people come and what they see', async () => {
    const { at, admin, company } = await setUp()
    const body = { name: 'Sales', autoAssign: {}, members: [] }
    const team = (await admin.browser.post('/api/v1/teams', body)).json()
    const foreign = { emails: ['a@example.test'], teamIds: [newId()] }
    expect((await admin.browser.post(`${at}/invitations`, foreign)).statusCode).toBe(422)
    const guest = await createUser(server.deps)
    const { token } = await invite(at, admin.browser, guest.email, { teamIds: [team.id], visibility: 'teams' })
    const browser = createBrowser(server.app)
    browser.use(await signIn(server.deps, guest.id))
    expect((await browser.post(`/api/v1/invitations/${token}/accept`)).statusCode).toBe(200)
    const { data } = (await admin.browser.get(`/api/v1/companies/${company.id}/members`)).json()
    expect(data).toContainEqual(expect.objectContaining({ userId: guest.id, visibility: 'teams', teamIds: [team.id] }))
  })

  test('wait for the end of a membership that withdraws them, and hold it up by nothing', async () => {
    const { at, admin, company } = await setUp()
    const guest = await createUser(server.deps)
    const { token } = await invite(at, admin.browser, guest.email, { role: 'admin' })
    const browser = createBrowser(server.app)
    browser.use(await signIn(server.deps, guest.id))
    const { pool } = server.deps.database
    // What the end of a membership does: it holds the company, then withdraws what its person invited.
    const holder = await pool.connect()
    try {
      const { pid } = (await holder.query('select pg_backend_pid() as pid')).rows[0]
      await holder.query('begin')
      await holder.query('select 1 from companies where id = $1 for update', [company.id])
      const accepted = browser.post(`/api/v1/invitations/${token}/accept`)
      await eventually(async () => {
        const waiting = await pool.query('select 1 from pg_stat_activity where $1 = any(pg_blocking_pids(pid))', [pid])
        return waiting.rows.length > 0
      })
      await holder.query('update invitations set revoked_at = now() where company_id = $1', [company.id])
      await holder.query('commit')
      expect((await accepted).json()).toMatchObject({ code: 'token_invalid', data: { reason: 'revoked' } })
    } finally {
      holder.release(true)
    }
  })

  test('are mailed; the link shows who invites to what', async () => {
    const { at, admin } = await setUp()
    const email = `${newId()}@example.test`
    const { token, mail } = await invite(at, admin.browser, email, { role: 'admin' })
    expect(mail?.subject).toBe('Ana Lima convidou você para participar de Empório')
    expect((await createBrowser(server.app).get(`/api/v1/invitations/${token}`)).json()).toEqual({
      email,
      role: 'admin',
      state: 'open',
      expiresAt: expect.any(String),
      company: { name: 'Empório' },
      inviter: { name: 'Ana Lima' },
      account: 'none',
    })
    const { data } = (await admin.browser.get(`${at}/invitations`)).json()
    expect(data).toMatchObject([{ email, state: 'open', inviter: 'Ana Lima' }])
    expect(JSON.stringify(data)).not.toContain(token)
  })

  test('someone with an account accepts and works in the company', async () => {
    const { company, at, admin } = await setUp()
    const guest = await createUser(server.deps, { passwordHash: await hashPassword(password, 64) })
    const { token } = await invite(at, admin.browser, guest.email)
    const b = createBrowser(server.app)
    expect((await b.get(`/api/v1/invitations/${token}`)).json().account).toBe('exists')
    expect((await b.post(`/api/v1/invitations/${token}/accept`)).statusCode).toBe(401)
    await b.signIn(guest.email, password)
    expect((await b.get(`/api/v1/invitations/${token}`)).json().account).toBe('same')
    expect((await b.post(`/api/v1/invitations/${token}/accept`)).json()).toEqual({
      company: { id: company.id, name: 'Empório' },
    })
    expect((await b.session()).user.currentCompany).toMatchObject({ id: company.id, member: { role: 'member' } })
    expect((await b.get(`/api/v1/invitations/${token}`)).json().state).toBe('accepted')
    const again = await b.post(`/api/v1/invitations/${token}/accept`)
    expect(again.json()).toMatchObject({ code: 'token_invalid', data: { reason: 'accepted' } })
    expect((await admin.browser.get(`${at}/invitations`)).json().data).toEqual([])
    expect(await audited(company.id)).toEqual(expect.arrayContaining(['member.invited', 'member.joined']))
  })

  test('someone signed in with another address cannot take it', async () => {
    const { at, admin } = await setUp()
    const { token } = await invite(at, admin.browser, `${newId()}@example.test`)
    const stranger = await join((await createCompany(server.deps)).id)
    expect((await stranger.browser.get(`/api/v1/invitations/${token}`)).json().account).toBe('other')
    const answer = await stranger.browser.post(`/api/v1/invitations/${token}/accept`)
    expect(answer.json().code).toBe('invitation_other_account')
  })

  test('someone without an account registers by it, without another mail', async () => {
    const { company, at, admin } = await setUp()
    const email = `${newId()}@example.test`
    const { token } = await invite(at, admin.browser, email)
    const body = { name: 'Caio', email, password, terms: true, invitationToken: token }
    const b = createBrowser(server.app)
    const other = await b.post('/api/v1/auth/register', { ...body, email: 'somebody@example.test' })
    expect(other.json().code).toBe('invitation_other_account')
    expect((await b.post('/api/v1/auth/register', body)).json()).toEqual({ next: 'sign_in' })
    expect((await b.signIn(email, password)).statusCode).toBe(200)
    expect((await b.session()).user.currentCompany.id).toBe(company.id)
    expect(await mailbox.mailsTo(server.deps, email)).toHaveLength(1)
  })

  test('expired, revoked and declined ones say so', async () => {
    const { at, admin } = await setUp()
    const b = createBrowser(server.app)
    const states: Record<string, (invited: { id: string; token: string }) => Promise<unknown>> = {
      expired: ({ id }) =>
        server.deps.database.db
          .update(invitations)
          .set({ expiresAt: new Date(Date.now() - 1000) })
          .where(eq(invitations.id, id)),
      revoked: ({ id }) => admin.browser.remove(`${at}/invitations/${id}`),
      declined: ({ token }) => b.post(`/api/v1/invitations/${token}/decline`),
    }
    for (const [state, make] of Object.entries(states)) {
      const guest = await join((await createCompany(server.deps)).id)
      const invited = await invite(at, admin.browser, guest.user.email)
      await make(invited)
      expect((await b.get(`/api/v1/invitations/${invited.token}`)).json().state).toBe(state)
      const answer = await guest.browser.post(`/api/v1/invitations/${invited.token}/accept`)
      expect(answer.json()).toMatchObject({ status: 410, code: 'token_invalid', data: { reason: state } })
    }
    expect((await b.get('/api/v1/invitations/unknown')).statusCode).toBe(404)
  })

  test('resending makes the former link useless and an expired one good again', async () => {
    const { at, admin } = await setUp()
    const email = `${newId()}@example.test`
    const { id, token } = await invite(at, admin.browser, email)
    await server.deps.database.db
      .update(invitations)
      .set({ expiresAt: new Date(Date.now() - 1000) })
      .where(eq(invitations.id, id))
    expect((await admin.browser.post(`${at}/invitations/${id}/resend`)).json()).toMatchObject({ id, state: 'open' })
    const mails = await mailbox.mailsTo(server.deps, email)
    expect(mails).toHaveLength(2)
    const b = createBrowser(server.app)
    expect((await b.get(`/api/v1/invitations/${token}`)).statusCode).toBe(404)
    const fresh = /\/invitations\/([\w-]+)/.exec(mails[0]?.text ?? '')?.[1]
    expect((await b.get(`/api/v1/invitations/${fresh}`)).json().state).toBe('open')
  })

  test('leave members out, take an address once, and refuse more than twenty or a member who invites', async () => {
    const { company, at, admin } = await setUp()
    const member = await join(company.id, 'member')
    const email = `${newId()}@example.test`
    const answer = await admin.browser.post(`${at}/invitations`, {
      emails: [email, email.toUpperCase(), member.user.email],
    })
    expect(answer.statusCode).toBe(201)
    expect(answer.json()).toMatchObject({ data: [{ email }], alreadyMembers: [member.user.email] })
    expect(await mailbox.mailsTo(server.deps, email)).toHaveLength(1)
    const many = Array.from({ length: 21 }, (_, index) => `guest-${index}@example.test`)
    expect((await admin.browser.post(`${at}/invitations`, { emails: many })).statusCode).toBe(422)
    expect((await member.browser.post(`${at}/invitations`, { emails: [email] })).statusCode).toBe(403)
  })

  const acceptAsGuest = async (token: string, email: string) => {
    const guest = await createUser(server.deps, { email })
    const browser = createBrowser(server.app)
    browser.use(await signIn(server.deps, guest.id))
    return browser.post(`/api/v1/invitations/${token}/accept`)
  }

  test('end with the right of whoever made them', async () => {
    const { at, company, admin: owner } = await setUp()
    const platform = createBrowser(server.app)
    platform.use(await signIn(server.deps, (await createUser(server.deps, { role: 'admin' })).id))
    const memberOf = async (userId: string) => {
      const { data } = (await owner.browser.get(`${at}/members`)).json()
      return data.find((row: { userId: string }) => row.userId === userId)?.id as string
    }
    type Inviter = Awaited<ReturnType<typeof join>>
    const ends: Record<string, (inviter: Inviter) => Promise<{ statusCode: number }>> = {
      removed: async ({ user }) => owner.browser.remove(`${at}/members/${await memberOf(user.id)}`),
      left: ({ browser }) => browser.remove(`${at}/membership`),
      demoted: async ({ user }) =>
        owner.browser.patch(`${at}/members/${await memberOf(user.id)}`, { role: 'member', grants: ['team.lead'] }),
      suspended: ({ user }) =>
        platform.put(`/api/v1/admin/users/${user.id}/status`, { status: 'suspended', reason: 'Left the team' }),
    }
    for (const [how, end] of Object.entries(ends)) {
      const inviter = await join(company.id)
      const email = `${newId()}@example.test`
      const { id, token } = await invite(at, inviter.browser, email, { role: 'admin' })
      const listed = async () =>
        (await owner.browser.get(`${at}/invitations`)).json().data.some((row: { id: string }) => row.id === id)
      expect([how, await listed()]).toEqual([how, true])
      expect([how, (await end(inviter)).statusCode]).toEqual([how, expect.toBeOneOf([200, 204])])
      expect([how, await listed()]).toEqual([how, false])
      expect((await createBrowser(server.app).get(`/api/v1/invitations/${token}`)).json().state).toBe('revoked')
      const answer = await acceptAsGuest(token, email)
      expect(answer.json()).toMatchObject({ status: 410, code: 'token_invalid', data: { reason: 'revoked' } })
    }
    expect(await audited(company.id)).toEqual(expect.arrayContaining(['member.invitation_revoked']))
  })

  test('that another admin sent again stand by that admin', async () => {
    const { at, company, admin: owner } = await setUp()
    const inviter = await join(company.id)
    const email = `${newId()}@example.test`
    const { id } = await invite(at, inviter.browser, email)
    await owner.browser.post(`${at}/invitations/${id}/resend`)
    await inviter.browser.remove(`${at}/membership`)
    const [mail] = await mailbox.mailsTo(server.deps, email)
    const fresh = /\/invitations\/([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? ''
    expect((await acceptAsGuest(fresh, email)).statusCode).toBe(200)
  })

  test('are looked at again when they are taken up', async () => {
    const { at, company } = await setUp()
    const inviter = await join(company.id)
    const email = `${newId()}@example.test`
    const { token } = await invite(at, inviter.browser, email)
    // As an older release left it: the inviter is no admin any more and the invitation waits.
    await server.deps.database.db
      .update(companyMembers)
      .set({ role: 'member' })
      .where(eq(companyMembers.userId, inviter.user.id))
    expect((await createBrowser(server.app).get(`/api/v1/invitations/${token}`)).json().state).toBe('revoked')
    expect((await acceptAsGuest(token, email)).json()).toMatchObject({ data: { reason: 'revoked' } })
    const body = { name: 'Caio', email: `${newId()}@example.test`, password, terms: true, invitationToken: token }
    expect((await createBrowser(server.app).post('/api/v1/auth/register', body)).statusCode).toBe(410)
  })

  test('of before that were made as someone else, or by who may not invite any more, end with the update', async () => {
    const { at, admin, company } = await setUp()
    const folder = new URL('../../../db/migrations/', import.meta.url)
    const file = readdirSync(folder).find((name) => name.endsWith('invitations-without-right.sql')) ?? ''
    const { db, pool } = server.deps.database
    const [kept = '', demoted = '', entered = '', taken = ''] = Array.from(
      { length: 4 },
      () => `${newId()}@example.test`,
    )
    const former = await join(company.id)
    await invite(at, admin.browser, kept)
    await invite(at, former.browser, demoted)
    for (const email of [entered, taken]) {
      const { id } = await invite(at, admin.browser, email)
      const onBehalf = { actorKind: 'user' as const, actorId: newId(), onBehalfOf: admin.user.id }
      const entry = { id: newId(), companyId: company.id, action: 'member.invited', targetId: id, ...onBehalf }
      await db.insert(auditLogs).values({ ...entry, createdAt: new Date(Date.now() + 1000) })
      const again = { ...entry, id: newId(), actorId: admin.user.id, onBehalfOf: null }
      if (email === taken) await db.insert(auditLogs).values({ ...again, createdAt: new Date(Date.now() + 2000) })
    }
    await db.update(companyMembers).set({ role: 'member' }).where(eq(companyMembers.userId, former.user.id))
    await pool.query(readFileSync(new URL(file, folder), 'utf8'))
    const { data } = (await admin.browser.get(`${at}/invitations`)).json()
    expect(data.map(({ email }: { email: string }) => email).toSorted()).toEqual([kept, taken].toSorted())
  })
})
