import type { AddressInfo } from 'node:net'
import { socketPath } from '@recado/contracts/realtime'
import { eq } from 'drizzle-orm'
import { io, type Socket } from 'socket.io-client'
import { NIL } from 'uuid'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { companies } from '#server/db/schema/companies/companies.ts'
import { createConversationVisibility } from '#server/modules/inbox/visibility/index.ts'
import { createSocketServer, type SocketServer } from '#server/realtime/socket-server.ts'
import { buildOwnApp, type TestApp } from '#server/test/app.ts'
import { createBrowser } from '#server/test/browser.ts'
import { addMember, createCompany, createSignedIn, createUser, signIn } from '#server/test/factories.ts'
import { resolveSession } from './actions.ts'

let server: TestApp
let sockets: SocketServer
let url: string
const open: Socket[] = []

beforeAll(async () => {
  server = await buildOwnApp()
  sockets = createSocketServer(server.app.server, server.deps, {
    resolve: resolveSession,
    visibility: createConversationVisibility(server.deps),
  })
  await server.app.listen({ port: 0, host: '127.0.0.1' })
  url = `http://127.0.0.1:${(server.app.server.address() as AddressInfo).port}`
})
afterEach(() => {
  for (const socket of open.splice(0)) socket.disconnect()
})
afterAll(async () => {
  await sockets.close()
  await server.close()
})

const connect = (headers: { cookie: string }, company?: string): Promise<Socket> =>
  new Promise((resolve, reject) => {
    const socket = io(url, {
      path: socketPath,
      transports: ['websocket'],
      extraHeaders: { ...headers, origin: 'http://localhost:5000' },
      reconnection: false,
      auth: company ? { company } : {},
      forceNew: true,
    })
    open.push(socket)
    socket.once('hello', () => resolve(socket))
    socket.once('connect_error', reject)
  })

const closed = (socket: Socket) => new Promise<string>((resolve) => socket.once('disconnect', resolve))

const browserOf = (headers: { cookie: string }) => {
  const browser = createBrowser(server.app)
  browser.use(headers)
  return browser
}

test('a revoked session loses its socket at once and gets no other', async () => {
  const { user, company, headers } = await createSignedIn(server.deps)
  const there = await signIn(server.deps, user.id, company.id)
  const socket = await connect(there)
  const gone = closed(socket)
  await browserOf(headers).remove('/api/v1/me/sessions')
  await gone
  await expect(connect(there)).rejects.toThrow('unauthenticated')
})

test('a removed member hears nothing more of the company', async () => {
  const { company, headers } = await createSignedIn(server.deps)
  const user = await createUser(server.deps)
  await addMember(server.deps, company.id, user.id, { role: 'member' })
  const theirs = await signIn(server.deps, user.id, company.id)
  const gone = closed(await connect(theirs))
  const admin = browserOf(headers)
  const { data } = (await admin.get(`/api/v1/companies/${company.id}/members`)).json()
  const member = data.find((entry: { userId: string }) => entry.userId === user.id)
  await admin.remove(`/api/v1/companies/${company.id}/members/${member.id}`)
  await gone
  const heard: { event: string }[] = []
  const again = await connect(theirs)
  again.on('hints', (batch: { hints: { event: string }[] }) => heard.push(...batch.hints))
  server.deps.bus.publish('changes', {
    rooms: [`company:${company.id}`],
    change: { event: 'message.created', companyId: company.id },
  })
  const told = new Promise<void>((resolve) => {
    again.on('hints', () => heard.some((change) => change.event === 'contact.updated') && resolve())
  })
  server.deps.bus.publish('changes', { rooms: [`user:${user.id}`], change: { event: 'contact.updated' } })
  await told
  expect(heard.map((change) => change.event)).not.toContain('message.created')
})

test('impersonation started from a session ends with it', async () => {
  const admin = await createUser(server.deps, { role: 'admin' })
  const { user } = await createSignedIn(server.deps)
  const inside = browserOf(await signIn(server.deps, admin.id))
  await inside.session()
  const stay = { reason: 'Looking into a failing number', minutes: 30, mode: 'view' }
  await inside.post(`/api/v1/admin/users/${user.id}/impersonate`, stay)
  const cookie = [...inside.jar].map(([name, value]) => `${name}=${value}`).join('; ')
  const gone = closed(await connect({ cookie }))
  const elsewhere = browserOf(await signIn(server.deps, admin.id))
  const { data } = (await elsewhere.get('/api/v1/me/sessions')).json()
  const origin = data.find(({ current }: { current: boolean }) => !current)
  await elsewhere.remove(`/api/v1/me/sessions/${origin.id}`)
  await gone
})

/** What a socket hears of a company, up to a word to its person that comes after. */
const hears = async (socket: Socket, userId: string, companyId: string): Promise<boolean> => {
  const events: string[] = []
  const told = new Promise<void>((resolve) => {
    socket.on('hints', ({ hints }: { hints: { event: string }[] }) => {
      events.push(...hints.map(({ event }) => event))
      if (events.includes('contact.updated')) resolve()
    })
  })
  server.deps.bus.publish('changes', {
    rooms: [`company:${companyId}`],
    change: { event: 'template.updated', companyId },
  })
  server.deps.bus.publish('changes', { rooms: [`user:${userId}`], change: { event: 'contact.updated' } })
  await told
  socket.off('hints')
  return events.includes('template.updated')
}

describe('a tab with a company of its own', () => {
  const twoCompanies = async () => {
    const { user, company: first, headers } = await createSignedIn(server.deps)
    const second = await createCompany(server.deps)
    await addMember(server.deps, second.id, user.id, { role: 'member' })
    const browser = browserOf(headers)
    await browser.session()
    const as = (company: string) => ({ 'x-company': company })
    const switchTo = async (companyId: string) =>
      browser.send('POST', '/api/auth/session', { json: { csrfToken: await browser.csrf(), data: { companyId } } })
    return { user, first, second, headers, browser, as, switchTo }
  }

  test('works in it with every request, whichever the session is in', async () => {
    const { first, second, browser, as, switchTo } = await twoCompanies()
    const current = async (headers?: Record<string, string>) =>
      (await browser.get('/api/auth/session', headers)).json().user.currentCompany?.id
    expect([await current(), await current(as(second.id))]).toEqual([first.id, second.id])
    expect((await browser.get(`/api/v1/companies/${second.id}`)).statusCode).toBe(404)
    expect((await browser.get(`/api/v1/companies/${second.id}`, as(second.id))).statusCode).toBe(200)
    const mine = (await browser.get('/api/v1/companies/my-companies', as(second.id))).json()
    expect(mine.companies.find((it: { current: boolean }) => it.current).id).toBe(second.id)
    await switchTo(second.id)
    expect([await current(), await current(as(first.id))]).toEqual([second.id, first.id])
    const rename = await browser.send('PATCH', `/api/v1/companies/${first.id}`, {
      json: { name: 'Renamed in its own tab' },
      headers: { ...as(first.id), 'x-company-version': first.id },
    })
    expect(rename.statusCode).toBe(200)
  })

  test('has there what the member may do there, and nothing of the company of the session', async () => {
    const { first, second, browser, as } = await twoCompanies()
    const change = (company: string) =>
      browser.send('PATCH', `/api/v1/companies/${second.id}`, { json: { name: 'Renamed' }, headers: as(company) })
    expect((await change(second.id)).statusCode).toBe(403)
    expect((await change(first.id)).statusCode).toBe(404)
  })

  test('gets nowhere with the id of a company of others, with what is no id, or after leaving', async () => {
    const { second, browser, as } = await twoCompanies()
    const foreign = await createCompany(server.deps)
    for (const named of [foreign.id, 'nonsense', NIL]) {
      expect((await browser.get('/api/v1/channels', as(named))).statusCode).toBe(403)
      expect((await browser.get(`/api/v1/companies/${foreign.id}`, as(named))).statusCode).toBe(403)
      expect((await browser.get('/api/auth/session', as(named))).json().user.currentCompany).toBeNull()
    }
    const begun = { ...as(foreign.id), 'x-company-version': foreign.id }
    expect((await browser.get('/api/v1/channels', begun)).json().code).toBe('stale_company')
    await browser.send('DELETE', `/api/v1/companies/${second.id}/membership`)
    expect((await browser.get(`/api/v1/companies/${second.id}`, as(second.id))).statusCode).toBe(403)
  })

  test('is held to the rules of its own company, not to those of the session', async () => {
    const { first, second, browser, as } = await twoCompanies()
    const security = { addresses: ['203.0.113.0/24'] }
    await server.deps.database.db.update(companies).set({ security }).where(eq(companies.id, second.id))
    expect((await browser.get('/api/v1/channels', as(second.id))).json().code).toBe('company_barred')
    expect((await browser.get('/api/v1/channels', as(first.id))).statusCode).toBe(200)
    expect((await browser.get('/api/auth/session', as(second.id))).json().barred).toMatchObject({ id: second.id })
  })

  test('hears of it alone, and stays connected when the session moves', async () => {
    const { user, first, second, headers, switchTo } = await twoCompanies()
    const [tab, follower] = [await connect(headers, first.id), await connect(headers)]
    const gone = closed(follower)
    await switchTo(second.id)
    await gone
    expect(tab.connected).toBe(true)
    expect([await hears(tab, user.id, first.id), await hears(tab, user.id, second.id)]).toEqual([true, false])
    const foreign = await createCompany(server.deps)
    const stranger = await connect(headers, foreign.id)
    expect(await hears(stranger, user.id, foreign.id)).toBe(false)
  })

  test('loses its socket with the membership, and one of another company stays', async () => {
    const { first, second, headers, browser } = await twoCompanies()
    const [inFirst, inSecond] = [await connect(headers, first.id), await connect(headers, second.id)]
    const gone = closed(inSecond)
    expect((await browser.remove(`/api/v1/companies/${second.id}/membership`)).statusCode).toBe(204)
    await gone
    expect(inFirst.connected).toBe(true)
  })

  test('of an impersonator names only companies of the impersonated user', async () => {
    const { user, second } = await twoCompanies()
    const admin = await createUser(server.deps, { role: 'admin' })
    const foreign = await createCompany(server.deps)
    await addMember(server.deps, foreign.id, admin.id)
    const inside = browserOf(await signIn(server.deps, admin.id, foreign.id))
    await inside.session()
    const stay = { reason: 'Looking into a failing number', minutes: 30, mode: 'view' }
    await inside.post(`/api/v1/admin/users/${user.id}/impersonate`, stay)
    expect((await inside.get(`/api/v1/companies/${second.id}`, { 'x-company': second.id })).statusCode).toBe(200)
    const theirs = await inside.get(`/api/v1/companies/${foreign.id}`, { 'x-company': foreign.id })
    expect(theirs.statusCode).toBe(403)
  })
})
