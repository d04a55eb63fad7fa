import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { v1Endpoints } from '@recado/contracts/notifications/openapi'
import fastify, { type FastifyInstance } from 'fastify'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { buildOwnApp, type TestApp } from '#server/test/app.ts'
import { createSignedIn } from '#server/test/factories.ts'
import { createTestEnvironment } from '#server/test/notifications.ts'
import { registerBodyTime } from './body-time.ts'
import { contractEndpoints } from './contract-endpoints.ts'
import { registerProblems } from './problems.ts'

const portOf = (app: FastifyInstance) => (app.server.address() as AddressInfo).port

type Ask = { method: string; path: string; bytes: number; headers?: Record<string, string> }

/** What a server says to a request of which only the head, and `sent`, ever comes. */
const answerTo = async (port: number, { method, path, bytes, headers = {} }: Ask, sent = '') => {
  const socket = connect(port, '127.0.0.1')
  const given = { host: 'localhost', 'content-type': 'application/json', 'content-length': `${bytes}`, ...headers }
  const lines = Object.entries(given).map(([name, value]) => `${name}: ${value}`)
  socket.write(`${method} ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n${sent}`)
  const [chunk] = (await once(socket, 'data')) as [Buffer]
  return { status: Number(chunk.toString().split(' ')[1]), text: chunk.toString(), socket }
}

const statusOf = async (port: number, ask: Ask) => {
  const { status, socket } = await answerTo(port, ask)
  socket.destroy()
  return status
}

const MB = 1024 * 1024
const withParams = (path: string) => path.replaceAll(/:\w+/g, '018f0000-0000-7000-8000-000000000000')

describe('an unread request body', () => {
  let t: TestApp
  let port: number
  beforeAll(async () => {
    t = await buildOwnApp()
    await t.app.listen({ port: 0, host: '127.0.0.1' })
    port = portOf(t.app)
  })
  afterAll(() => t.close())

  const ofProduct = contractEndpoints.map(({ endpoint }) => endpoint).filter(({ method }) => method !== 'GET')
  const ofNotifications = v1Endpoints.map(({ endpoint }) => endpoint).filter(({ method }) => method !== 'GET')
  const ask = ({ method, path }: { method: string; path: string }, bytes: number): Ask => ({
    method,
    path: withParams(path),
    bytes,
  })

  it('is that of a call that needs a session or a key, and comes without', async () => {
    const closed = [
      ...ofProduct.filter(({ can }) => can !== 'public'),
      ...ofNotifications.filter(({ auth }) => auth !== 'public'),
    ]
    expect(closed.length).toBeGreaterThan(200)
    const answers = await Promise.all(
      closed.map(async (endpoint) => [
        `${endpoint.method} ${endpoint.path}`,
        await statusOf(port, ask(endpoint, 20 * MB)),
      ]),
    )
    expect(answers.filter(([, status]) => status !== 401)).toEqual([])
  })

  it('is that of a call which is open to everybody, and more than 64 KB', async () => {
    const open = [
      ...ofProduct.filter(({ can }) => can === 'public'),
      ...ofNotifications.filter(({ auth, body }) => auth === 'public' && body),
    ]
    expect(open.length).toBeGreaterThan(4)
    const paths = [...open.map((endpoint) => ask(endpoint, 64 * 1024 + 1))]
    for (const one of paths) expect([one.path, await statusOf(port, one)]).toEqual([one.path, 413])
    const form = { 'content-type': 'application/x-www-form-urlencoded' }
    for (const path of ['/api/auth/session', '/api/auth/callback/credentials'])
      expect(await statusOf(port, { method: 'POST', path, bytes: 64 * 1024 + 1, headers: form })).toBe(413)
  })

  it('is sent to nowhere', async () => {
    for (const path of ['/nowhere', '/api/v1/nowhere', '/v1/nowhere', '/api/auth/nowhere'])
      expect(await statusOf(port, { method: 'POST', path, bytes: MB })).toBe(404)
  })

  it('is that of a webhook without a signature', async () => {
    for (const path of ['/webhooks/whatsapp', '/webhooks/whatsapp/018f0000-0000-7000-8000-000000000000'])
      expect(await statusOf(port, { method: 'POST', path, bytes: MB })).toBe(401)
  })

  it('has more values, or levels, than anything reads, whoever sends it', async () => {
    const { headers: session } = await createSignedIn(t.deps)
    const { headers: key } = await createTestEnvironment(t.deps)
    const wide = `[${'1,'.repeat(200_000)}1]`
    const deep = `${'['.repeat(5000)}1${']'.repeat(5000)}`
    const send = async (url: string, headers: object, payload: string) => {
      const answer = await t.app.inject({
        method: 'POST',
        url,
        payload,
        headers: { 'content-type': 'application/json', ...headers },
      })
      return [answer.statusCode, answer.json().code ?? answer.json().message]
    }
    expect([
      await send('/api/v1/labels', session, `{"name":${wide}}`),
      await send('/api/v1/labels', session, `{"name":${deep}}`),
      await send('/v1/events/trigger', key, `{"name":"x","to":"ana","payload":{"wide":${wide}}}`),
      await send('/v1/events/trigger', key, `{"name":"x","to":"ana","payload":{"deep":${deep}}}`),
    ]).toEqual([
      [413, 'payload_too_large'],
      [400, 'malformed_request'],
      [413, 'The body holds more than 120,000 values'],
      [400, 'The body is nested too deeply'],
    ])
  })
})

describe('an address that says nothing of who it is', () => {
  let t: TestApp
  let now = new Date('2026-11-21T12:00:00Z')
  beforeAll(async () => {
    t = await buildOwnApp()
    t.deps.now = () => now
  })
  afterAll(() => t.close())

  const statuses = async (n: number, call: () => Promise<number>) => {
    const seen: number[] = []
    for (let i = 0; i < n; i++) seen.push(await call())
    return [...new Set(seen)]
  }
  const broken = (remoteAddress: string, url: string) => async () => {
    const headers = { 'content-type': 'application/json' }
    return (await t.app.inject({ method: 'POST', url, remoteAddress, headers, payload: '{' })).statusCode
  }
  const withKey = (remoteAddress: string, key: () => string) => async () =>
    (await t.app.inject({ url: '/v1/environments/me', remoteAddress, headers: { authorization: key() } })).statusCode

  it.each(['/api/v1/auth/forgot-password', '/v1/widgets/session/initialize'])(
    'is held back at %s, also when nothing it sends can be read; others are not',
    async (url) => {
      const [one, other] = [`192.0.2.${url.length}`, `198.51.100.${url.length}`]
      expect(await statuses(300, broken(one, url))).toEqual([400])
      expect(await broken(one, url)()).toBe(429)
      expect(await broken(other, url)()).toBe(400)
      now = new Date(now.getTime() + 1000)
      expect(await statuses(5, broken(one, url))).toEqual([400])
      expect(await broken(one, url)()).toBe(429)
    },
  )

  it('is held back when it tries keys, and goes on with a right one', async () => {
    const { headers } = await createTestEnvironment(t.deps)
    let tried = 0
    const wrong = withKey('192.0.2.200', () => `ApiKey wrong${tried++}`)
    expect(await withKey('192.0.2.200', () => headers.authorization)()).toBe(200)
    // At once, as a right key is known without a look for five seconds only.
    expect(new Set(await Promise.all(Array.from({ length: 300 }, wrong)))).toEqual(new Set([401]))
    expect(await wrong()).toBe(429)
    expect(await withKey('192.0.2.200', () => headers.authorization)()).toBe(200)
  })
})

describe('large bodies of one environment', () => {
  it('are taken four at a time', async () => {
    const t = await buildOwnApp()
    await t.app.listen({ port: 0, host: '127.0.0.1' })
    const port = portOf(t.app)
    const [one, other] = [await createTestEnvironment(t.deps), await createTestEnvironment(t.deps)]
    const sockets: Socket[] = []
    const begin = (headers: Record<string, string>, bytes = 2 * MB) => {
      const socket = connect(port, '127.0.0.1')
      sockets.push(socket)
      const lines = Object.entries({ ...headers, host: 'x', 'content-type': 'application/json' })
      const head = lines.map(([name, value]) => `${name}: ${value}`).join('\r\n')
      socket.write(`POST /v1/events/trigger HTTP/1.1\r\n${head}\r\ncontent-length: ${bytes}\r\n\r\n{`)
      return socket
    }
    const answered = async (socket: Socket) =>
      Number(((await once(socket, 'data')) as [Buffer])[0].toString().split(' ')[1])
    const five = Array.from({ length: 5 }, () => begin(one.headers))
    expect(await Promise.race(five.map(answered))).toBe(429)
    const small = begin(one.headers, 10)
    small.write('"name":1}')
    expect(await answered(small)).toBe(400)
    const others = begin(other.headers, 2 * MB)
    others.write(`${' '.repeat(2 * MB - 2)}}`)
    expect(await answered(others)).toBe(400)
    for (const socket of sockets) socket.destroy()
    await t.close()
  })
})

describe('a body of which only half comes', () => {
  let app: FastifyInstance
  afterEach(() => app.close())

  const start = async () => {
    app = fastify()
    registerProblems(app)
    registerBodyTime(app, 50)
    app.post('/open', () => 'read')
    app.post('/closed', { onRequest: async (_request, reply) => reply.code(401).send('closed') }, () => 'read')
    await app.listen({ port: 0, host: '127.0.0.1' })
    return portOf(app)
  }

  it('ends its request, and its connection', async () => {
    const port = await start()
    const answer = await answerTo(port, { method: 'POST', path: '/open', bytes: 100 }, '{"half":')
    expect(answer.status).toBe(408)
    expect(answer.text).toContain('request_timeout')
    await once(answer.socket, 'close')
  })

  it('ends the connection of a request that was answered before', async () => {
    const port = await start()
    const answer = await answerTo(port, { method: 'POST', path: '/closed', bytes: 100 }, '{"half":')
    expect(answer.status).toBe(401)
    await once(answer.socket, 'close')
  })

  it('lets whole bodies and their connections be', async () => {
    const port = await start()
    const { status, socket } = await answerTo(port, { method: 'POST', path: '/open', bytes: 2 }, '{}')
    expect(status).toBe(200)
    socket.write(
      'POST /open HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: 2\r\n\r\n{}',
    )
    const [chunk] = (await once(socket, 'data')) as [Buffer]
    expect(chunk.toString()).toContain('200 OK')
    socket.destroy()
  })
})
