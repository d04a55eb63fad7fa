import { createHmac, randomUUID } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { companySecurity } from '@recado/contracts/companies/company-rules'
import { eq } from 'drizzle-orm'
import { io, type Socket } from 'socket.io-client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { systemCtx } from '#server/context.ts'
import { companies } from '#server/db/schema/companies/companies.ts'
import { sessions } from '#server/db/schema/identity/sessions.ts'
import { users } from '#server/db/schema/identity/users.ts'
import { hashPassword } from '#server/lib/password.ts'
import { findSubscriber } from '#server/notifications/audience/subscribers/queries.ts'
import { createWidgetToken } from '#server/notifications/inbox/widget/token.ts'
import { createNotificationSocket, platformCredentials } from '#server/notifications/index.ts'
import { createBrowser } from '#server/test/browser.ts'
import { addMember, createCompany, createUser, signIn } from '#server/test/factories.ts'
import { openMailbox } from '#server/test/mailbox.ts'
import { openProductWorld, type ProductWorld } from '#server/test/product-notifications.ts'
import { notify } from './index.ts'

const password = 'a good long password'
let w: ProductWorld
let mailbox: Awaited<ReturnType<typeof openMailbox>>
let applicationIdentifier: string
let apiKey: string

beforeAll(async () => {
  mailbox = await openMailbox()
  w = await openProductWorld({ SMTP_URL: mailbox.smtpUrl })
  const own = await platformCredentials(w.deps)
  applicationIdentifier = own.identifier
  apiKey = own.apiKey
})
afterAll(async () => {
  await w.close()
  await mailbox.close()
})

const person = async () => {
  const user = await createUser(w.deps, { passwordHash: await hashPassword(password, 64) })
  await w.refresh()
  return user
}

const initialize = async (subscriberId: string, hmacHash: string, fields: object = {}) => {
  const payload = { applicationIdentifier, subscriberId, hmacHash, ...fields }
  const answer = await w.app.inject({ method: 'POST', url: '/v1/widgets/session/initialize', payload })
  return { status: answer.statusCode, token: answer.json().data?.token as string, body: answer.json() }
}

/** What a page with such a token is answered. */
const widget = (token: string) => {
  const headers = { authorization: `Bearer ${token}` }
  const call = async (method: 'GET' | 'POST' | 'DELETE', path: string, payload?: object) => {
    const answer = await w.app.inject({ method, url: `/v1/widgets${path}`, headers, ...(payload && { payload }) })
    return { status: answer.statusCode, body: answer.body === '' ? null : answer.json() }
  }
  return { call, read: async () => (await call('GET', '/notifications/unread')).status }
}

/** A page of a session with its inbox open, as the session lets it. */
const openInbox = async (headers: { cookie: string }) => {
  const { user } = (await w.app.inject({ url: '/api/auth/session', headers })).json()
  const open = (fields: object = {}) => initialize(user.subscriberId, user.subscriberHash, fields)
  const { status, token } = await open()
  return { status, token, open, hash: user.subscriberHash as string, ...widget(token) }
}

let ip = 0
const signedIn = async (email: string) => {
  const browser = createBrowser(w.app, { ip: `10.8.0.${++ip}` })
  await browser.signIn(email, password)
  const headers = () => ({ cookie: [...browser.jar].map(([name, value]) => `${name}=${value}`).join('; ') })
  return { ...browser, page: await openInbox(headers()) }
}

describe('an inbox lasts as long as the session that opened it', () => {
  it('and is closed by signing out, whatever was copied before', async () => {
    const { email } = await person()
    const [here, there] = [await signedIn(email), await signedIn(email)]
    expect([here.page.status, await here.page.read(), await there.page.read()]).toEqual([201, 200, 200])
    await here.form('/api/auth/signout')
    expect([await here.page.read(), (await here.page.open()).status]).toEqual([401, 400])
    expect([await there.page.read(), (await there.page.open()).status]).toEqual([200, 201])
  })

  it('and is closed on other devices by a changed password, and kept where it was changed', async () => {
    const { email } = await person()
    const [here, there] = [await signedIn(email), await signedIn(email)]
    await here.put('/api/v1/me/password', { current: password, password: 'an even better password' })
    expect([await there.page.read(), (await there.page.open()).status]).toEqual([401, 400])
    expect([await here.page.read(), (await here.page.open()).status]).toEqual([200, 201])
  })

  it('and is closed by a new password after a forgotten one', async () => {
    const { email } = await person()
    const there = await signedIn(email)
    const anywhere = createBrowser(w.app, { ip: `10.8.0.${++ip}` })
    await anywhere.post('/api/v1/auth/forgot-password', { email })
    await w.drain()
    const [mail] = await mailbox.mailsTo(w.deps, email)
    const token = /reset-password\?token=([\w-]+)/.exec(mail?.text ?? '')?.[1]
    await anywhere.post('/api/v1/auth/reset-password', { token, password: 'another good password' })
    expect([await there.page.read(), (await there.page.open()).status]).toEqual([401, 400])
  })

  it('and is closed when they end their other sessions', async () => {
    const { email } = await person()
    const [here, there] = [await signedIn(email), await signedIn(email)]
    expect((await here.remove('/api/v1/me/sessions')).statusCode).toBeLessThan(300)
    expect([await there.page.read(), (await there.page.open()).status, await here.page.read()]).toEqual([401, 400, 200])
  })

  it('and is closed when an admin of the platform ends their sessions, or shuts them out', async () => {
    const user = await person()
    const staff = await signIn(w.deps, (await createUser(w.deps, { role: 'admin' })).id)
    const at = `/api/v1/admin/users/${user.id}`
    const ended = await signedIn(user.email)
    const revoked = await w.app.inject({ method: 'DELETE', url: `${at}/sessions`, headers: staff })
    expect([revoked.statusCode, await ended.page.read(), (await ended.page.open()).status]).toEqual([200, 401, 400])
    const shutOut = await signedIn(user.email)
    const stand = (status: 'active' | 'suspended') =>
      w.app.inject({ method: 'PUT', url: `${at}/status`, headers: staff, payload: { status, reason: 'Checked' } })
    await stand('suspended')
    expect([await shutOut.page.read(), (await shutOut.page.open()).status]).toEqual([401, 400])
    await stand('active')
    expect([await shutOut.page.read(), (await shutOut.page.open()).status]).toEqual([401, 400])
    expect(await (await signedIn(user.email)).page.read()).toBe(200)
  })

  it('so that neither the published hash nor a token without a session opens that of a person', async () => {
    const [user, other] = [await person(), await person()]
    const published = (id: string) => createHmac('sha256', apiKey).update(id).digest('hex')
    expect((await initialize(user.id, published(user.id))).status).toBe(400)
    expect((await initialize(user.id, (await signedIn(other.email)).page.hash)).status).toBe(400)
    const row = await findSubscriber(w.deps.database, w.environment.id, user.id)
    if (!row) throw new Error('no subscriber')
    expect(await widget(createWidgetToken(w.deps, w.environment, row)).read()).toBe(401)
    const guest = `guest-${randomUUID()}`
    expect(await widget((await initialize(guest, published(guest))).token).read()).toBe(200)
  })

  it('and changes nothing of what the product knows of the person', async () => {
    const user = await person()
    const { page } = await signedIn(user.email)
    const before = await findSubscriber(w.deps.database, w.environment.id, user.id)
    const fields = { firstName: 'Eve', lastName: 'Else', email: 'eve@elsewhere.example', phone: '+5511999990000' }
    expect((await page.open(fields)).status).toBe(201)
    expect(await findSubscriber(w.deps.database, w.environment.id, user.id)).toEqual(before)
  })
})

describe('what a company asks of sessions', () => {
  const strict = companySecurity.parse({ requireTwoFactor: true })
  const member = async () => {
    const user = await person()
    const [asking, other] = [await createCompany(w.deps), await createCompany(w.deps)]
    for (const { id } of [asking, other]) await addMember(w.deps, id, user.id, {})
    await w.refresh()
    const headers = await signIn(w.deps, user.id, other.id)
    const ask = (security: object) =>
      w.deps.database.db
        .update(companies)
        .set({ security: { ...security } })
        .where(eq(companies.id, asking.id))
    const say = async (companyId: string) => {
      const payload = { person: 'Bruno Melo' }
      const to = { users: [user.id] }
      await notify(systemCtx(w.deps, 'test'), [{ workflow: 'member.joined', to, companyId, payload }])
      await w.drain()
    }
    return { user, asking, other, headers, ask, say }
  }

  it('holds for the notices of that company: feed, counts and changes', async () => {
    const m = await member()
    const page = await openInbox(m.headers)
    await m.say(m.asking.id)
    await m.say(m.other.id)
    const feed = async () => {
      const { body } = await page.call('GET', '/notifications/feed')
      return body.data.map(({ payload }: { payload: { company: { id: string } } }) => payload.company.id)
    }
    const counts = () =>
      Promise.all(
        ['unseen', 'unread', 'count'].map(
          async (name) => (await page.call('GET', `/notifications/${name}`)).body.data.count,
        ),
      )
    expect([await feed(), await counts()]).toEqual([
      [m.other.id, m.asking.id],
      [2, 2, 2],
    ])
    const { body: before } = await page.call('GET', '/notifications/feed')
    const hidden = before.data[1]._id
    await m.ask(strict)
    expect([await feed(), await counts()]).toEqual([[m.other.id], [1, 1, 1]])
    const marked = await page.call('POST', '/messages/markAs', { messageId: hidden, mark: { read: true } })
    expect([marked.status, marked.body.data]).toEqual([201, []])
    expect((await page.call('POST', `/messages/${hidden}/actions/primary`, { status: 'done' })).status).toBe(404)
    expect((await page.call('DELETE', `/messages/${hidden}`)).status).toBe(400)
    expect((await page.call('POST', '/messages/read', {})).body.data).toBe(1)
    await m.ask({})
    expect([await feed(), await counts()]).toEqual([
      [m.other.id, m.asking.id],
      [1, 1, 1],
    ])
  })

  it('is judged again each time: age of the session, network and way of signing in', async () => {
    const m = await member()
    const page = await openInbox(m.headers)
    await m.say(m.asking.id)
    const seen = async () => (await page.call('GET', '/notifications/feed')).body.totalCount
    const rules = [{ addresses: ['203.0.113.0/24'] }, { sessionHours: 1 }, { methods: ['google'] }]
    const { db } = w.deps.database
    const own = eq(sessions.userId, m.user.id)
    const old = new Date(w.deps.now().getTime() - 2 * 3_600_000)
    await db.update(sessions).set({ method: 'password', createdAt: old }).where(own)
    expect(await seen()).toBe(1)
    for (const rule of rules) {
      await m.ask(companySecurity.parse(rule))
      expect([rule, await seen()]).toEqual([rule, 0])
    }
  })

  it('takes for a second factor what the session has shown, not what the account could', async () => {
    const m = await member()
    const page = await openInbox(m.headers)
    await m.say(m.asking.id)
    await m.ask(strict)
    const { db } = w.deps.database
    const seen = async (method: string, totpConfirmedAt: Date | null) => {
      await db.update(sessions).set({ method }).where(eq(sessions.userId, m.user.id))
      await db.update(users).set({ totpConfirmedAt }).where(eq(users.id, m.user.id))
      return (await page.call('GET', '/notifications/feed')).body.totalCount
    }
    expect([await seen('google', null), await seen('google+mfa', null)]).toEqual([0, 1])
    expect([await seen('google', w.deps.now()), await seen('google+app', w.deps.now())]).toEqual([0, 1])
  })

  it('and the end of a session hold for its sockets', async () => {
    const m = await member()
    const sockets = createNotificationSocket(w.app.server, w.deps)
    await w.app.listen({ port: 0, host: '127.0.0.1' })
    const url = `http://127.0.0.1:${(w.app.server.address() as AddressInfo).port}`
    const open: Socket[] = []
    const connect = async (token: string) => {
      const socket = io(url, { transports: ['websocket'], auth: { token }, reconnection: false, forceNew: true })
      open.push(socket)
      const told: [string, unknown][] = []
      socket.onAny((event: string, payload) => {
        told.push([
          event,
          event === 'notification_received' ? payload.message.payload.company.id : Object.values(payload)[0],
        ])
      })
      const gone = new Promise<string>((resolve) => socket.once('disconnect', resolve))
      await new Promise<void>((resolve, reject) => socket.once('connect', resolve).once('connect_error', reject))
      return { told, gone, socket }
    }
    try {
      const [page, strictly] = [await openInbox(m.headers), await openInbox(await signIn(w.deps, m.user.id))]
      const other = await connect(strictly.token)
      const { told, gone } = await connect(page.token)
      await m.ask(strict)
      await m.say(m.asking.id)
      await expect.poll(() => told).toContainEqual(['unread_count_changed', 0])
      await m.say(m.other.id)
      await expect.poll(() => told).toContainEqual(['unread_count_changed', 1])
      expect(told.filter(([event]) => event === 'notification_received')).toEqual([
        ['notification_received', m.other.id],
      ])
      const out = createBrowser(w.app)
      for (const pair of m.headers.cookie.split('; ')) out.jar.set(...(pair.split('=') as [string, string]))
      await out.form('/api/auth/signout')
      expect(await gone).toBe('io server disconnect')
      expect(other.socket.connected).toBe(true)
      expect(await (await connect(page.token)).gone).toBe('io server disconnect')
    } finally {
      for (const socket of open) socket.disconnect()
      await sockets.close()
    }
  })
})
