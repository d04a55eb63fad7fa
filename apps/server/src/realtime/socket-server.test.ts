import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type ChangeEventBatch, socketPath } from '@recado/contracts/realtime'
import { io, type Socket } from 'socket.io-client'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Deps } from '#server/context.ts'
import type { ResolvedSession, SessionResolver } from '#server/http/mount.ts'
import { createBus, type RealtimeBus } from './bus.ts'
import { createSocketServer, type SocketServer } from './socket-server.ts'

let http: Server
let bus: RealtimeBus
let sockets: SocketServer
const clients: Socket[] = []
let addresses: (string | undefined)[]

const sessionOf = (cookie: string): ResolvedSession => ({
  actor: {
    kind: 'user',
    userId: `u-${cookie}`,
    sessionId: `s-${cookie}`,
    email: '',
    name: '',
    role: 'customer',
    waOperator: false,
    impersonatorId: null,
  },
  company: {
    id: cookie.split('@')[1] ?? '',
    name: '',
    timezone: 'UTC',
    accessBlocks: ['whatsapp_chat'],
    member: { role: 'member', grants: [], visibility: 'all' },
  },
})

beforeEach(async () => {
  addresses = []
  http = createServer()
  bus = await createBus()
  const config = { PUBLIC_URL: 'https://recado.test', TRUST_PROXY: 'loopback' }
  const log = { error: () => undefined }
  const deps = { bus, config, processId: 'epoch-1', log, now: () => new Date() } as unknown as Deps
  const visibility = { isOpen: async () => true, ofLimited: async () => new Map(), sees: async () => true }
  const resolve: SessionResolver = async (_deps, request) => {
    addresses.push(request.ip)
    return request.headers.cookie ? sessionOf(request.headers.cookie) : null
  }
  sockets = createSocketServer(http, deps, { resolve, visibility })
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
})
afterEach(async () => {
  for (const client of clients.splice(0)) client.disconnect()
  await sockets.close()
  http.close()
})

type Place = { epoch: string; seq: number; resumed: boolean }

const connect = async (cookie: string, resume?: { epoch: string; seq: number }, origin?: string) => {
  const { port } = http.address() as AddressInfo
  const client = io(`http://127.0.0.1:${port}`, {
    path: socketPath,
    transports: ['websocket'],
    reconnection: false,
    extraHeaders: { 'x-forwarded-for': '203.0.113.9', ...(cookie ? { cookie } : {}), ...(origin ? { origin } : {}) },
    auth: { resume },
  })
  clients.push(client)
  const seqs: number[] = []
  const told = { refetch: 0 }
  client.on('hints', (batch: ChangeEventBatch) => seqs.push(...batch.hints.map((change) => change.seq)))
  client.on('refetch', () => told.refetch++)
  const place = await new Promise<Place>((resolve, reject) => {
    client.once('hello', resolve)
    client.once('connect_error', reject)
  })
  return { client, seqs, told, place }
}

const tell = (companyId: string) =>
  bus.publish('changes', { rooms: [`company:${companyId}`], change: { event: 'message.created', companyId } })

describe('the socket', () => {
  it('refuses whoever has no session', async () => {
    await expect(connect('')).rejects.toThrow('unauthenticated')
  })

  it('asks about the session of whoever calls, not of the proxy before this server', async () => {
    await connect('ana@a')
    expect(addresses).toEqual(['203.0.113.9'])
  })

  it('refuses a page of another origin, and takes one of its own', async () => {
    await expect(connect('ana@a', undefined, 'https://evil.test')).rejects.toThrow()
    const own = await connect('ana@a', undefined, 'https://recado.test')
    expect(own.client.connected).toBe(true)
  })

  it('takes fifty of a session, says why it takes no more, and takes another one when one has gone', async () => {
    const open = await Promise.all(Array.from({ length: 50 }, () => connect('ana@a')))
    await expect(connect('ana@a')).rejects.toThrow('too_many_sockets')
    expect((await connect('bia@a')).client.connected).toBe(true)
    open[0]?.client.disconnect()
    await expect.poll(() => connect('ana@a').then(({ client }) => client.connected, String)).toBe(true)
  })

  it('tells each company only what is its own', async () => {
    const a = await connect('ana@a')
    const b = await connect('bia@b')
    tell('a')
    tell('a')
    tell('b')
    await expect.poll(() => a.seqs).toEqual([1, 2])
    await expect.poll(() => b.seqs).toEqual([3])
  })

  it('gives a client that comes back exactly the change events it missed', async () => {
    const first = await connect('ana@a')
    tell('a')
    await expect.poll(() => first.seqs).toEqual([1])
    first.client.disconnect()
    tell('a')
    tell('b')
    tell('a')
    const again = await connect('ana@a', { epoch: 'epoch-1', seq: 1 })
    await expect.poll(() => again.seqs).toEqual([2, 4])
    expect(again.place.resumed).toBe(true)
    expect(again.told.refetch).toBe(0)
  })

  it('gives a client that comes back while change events are on their way each of them once', async () => {
    const first = await connect('ana@a')
    tell('a')
    await expect.poll(() => first.seqs).toEqual([1])
    first.client.disconnect()
    const comesBack = connect('ana@a', { epoch: 'epoch-1', seq: 1 })
    while (addresses.length < 2) {
      tell('a')
      await new Promise((resolve) => setImmediate(resolve))
    }
    const again = await comesBack
    tell('a')
    await expect.poll(() => again.seqs.some((seq) => seq > again.place.seq)).toBe(true)
    expect(new Set(again.seqs).size).toBe(again.seqs.length)
  })

  it('says to read again when it cannot tell what was missed', async () => {
    const foreign = await connect('ana@a', { epoch: 'before-the-restart', seq: 7 })
    await expect.poll(() => foreign.told.refetch).toBe(1)
    for (let n = 0; n < 2500; n++) tell('a')
    const late = await connect('ana@a', { epoch: 'epoch-1', seq: 3 })
    await expect.poll(() => late.told.refetch).toBe(1)
  })

  it('closes the sockets of a session that ended, and no other', async () => {
    const a = await connect('ana@a')
    const b = await connect('bia@a')
    bus.publish('session.ended', { sessionIds: ['s-ana@a'] })
    await expect.poll(() => a.client.connected).toBe(false)
    expect(b.client.connected).toBe(true)
  })
})
