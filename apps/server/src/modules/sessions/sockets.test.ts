import type { AddressInfo } from 'node:net'
import { socketPath } from '@recado/contracts/realtime'
import { io, type Socket } from 'socket.io-client'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { createSocketServer, type SocketServer } from '#server/realtime/socket-server.ts'
import { buildTestApp, type TestApp } from '../../test/app.ts'
import { createBrowser } from '../../test/browser.ts'
import { addMember, createSignedIn, createUser, signIn } from '../../test/factories.ts'
import { createSights } from '../conversations/index.ts'
import { resolveSession } from './actions.ts'

let server: TestApp
let sockets: SocketServer
let url: string
const open: Socket[] = []

beforeAll(async () => {
  server = await buildTestApp()
  sockets = createSocketServer(server.app.server, server.deps, resolveSession, createSights(server.deps))
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

const connect = (headers: { cookie: string }): Promise<Socket> =>
  new Promise((resolve, reject) => {
    const socket = io(url, {
      path: socketPath,
      transports: ['websocket'],
      extraHeaders: { ...headers, origin: 'http://localhost:5000' },
      reconnection: false,
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
  server.deps.bus.publish('hints', {
    rooms: [`company:${company.id}`],
    hint: { event: 'message.created', companyId: company.id },
  })
  const told = new Promise<void>((resolve) => {
    again.on('hints', () => heard.some((hint) => hint.event === 'contact.updated') && resolve())
  })
  server.deps.bus.publish('hints', { rooms: [`user:${user.id}`], hint: { event: 'contact.updated' } })
  await told
  expect(heard.map((hint) => hint.event)).not.toContain('message.created')
})

test('what somebody entered from a session ends with it', async () => {
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
