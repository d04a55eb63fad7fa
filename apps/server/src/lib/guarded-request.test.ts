import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { type AddressInfo, createServer as createTcpServer, type Socket } from 'node:net'
import { OutboundError } from '@recado/providers/outbound'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createOutbound, type Outbound, type ResolveHost } from './guarded-request.ts'
import { isPublicAddress } from './public-address.ts'

type Seen = { method: string; url: string; headers: IncomingMessage['headers']; body: string }

let server: Server
let port = 0
let seen: Seen[] = []
let answer: (request: IncomingMessage, response: ServerResponse) => void
let outbound: Outbound

beforeAll(async () => {
  server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const { method = '', url = '', headers } = request
    seen.push({ method, url, headers, body: Buffer.concat(chunks).toString() })
    answer(request, response)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  port = (server.address() as AddressInfo).port
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})
beforeEach(() => {
  seen = []
  answer = (_request, response) => response.end('fine')
  outbound = createOutbound({ allowedHosts: ['127.0.0.1'] })
})
afterEach(() => outbound.close())

const resolvesTo =
  (...addresses: string[]): ResolveHost =>
  (_host, _options, done) =>
    done(
      null,
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    )
const errorOf = async (call: Promise<unknown>): Promise<OutboundError> => {
  const error = await call.then(
    () => null,
    (reason: unknown) => reason,
  )
  if (error instanceof OutboundError) return error
  throw new Error(`no OutboundError but ${String(error)}`)
}
const kindOf = async (call: Promise<unknown>) => (await errorOf(call)).kind
const here = (path = '/') => `http://127.0.0.1:${port}${path}`

describe('which addresses are public', () => {
  it.each([
    ['this network', '0.0.0.0'],
    ['loopback', '127.0.0.1'],
    ['all of loopback', '127.255.255.254'],
    ['private, class A', '10.1.2.3'],
    ['private, class B', '172.31.0.1'],
    ['private, class C', '192.168.1.1'],
    ['link-local with the metadata services', '169.254.169.254'],
    ['carrier-grade NAT', '100.64.0.1'],
    ['Alibaba metadata', '100.100.100.200'],
    ['Azure wire server', '168.63.129.16'],
    ['protocol assignments with Oracle metadata', '192.0.0.192'],
    ['multicast', '224.0.0.1'],
    ['broadcast', '255.255.255.255'],
    ['reserved', '240.0.0.1'],
    ['benchmarks', '198.18.0.1'],
    ['documentation', '203.0.113.9'],
    ['IPv6 unspecified', '::'],
    ['IPv6 loopback', '::1'],
    ['unique local', 'fd12:3456::1'],
    ['AWS metadata over IPv6', 'fd00:ec2::254'],
    ['IPv6 link-local', 'fe80::1'],
    ['IPv6 link-local with a zone', 'fe80::1%eth0'],
    ['old site-local', 'fec0::1'],
    ['IPv6 multicast', 'ff02::1'],
    ['IPv4-mapped loopback', '::ffff:127.0.0.1'],
    ['IPv4-mapped in hex', '::ffff:a9fe:a9fe'],
    ['IPv4-compatible', '::127.0.0.1'],
    ['IPv4-translated', '::ffff:0:127.0.0.1'],
    ['NAT64', '64:ff9b::7f00:1'],
    ['local NAT64', '64:ff9b:1::7f00:1'],
    ['6to4', '2002:7f00:1::'],
    ['Teredo', '2001::1'],
    ['IPv6 documentation', '2001:db8::1'],
    ['not an address', 'localhost'],
  ])('%s is not: %s', (_name, address) => expect(isPublicAddress(address)).toBe(false))

  it.each(['1.1.1.1', '8.8.8.8', '172.32.0.1', '100.128.0.1', '2606:4700::1111', '::ffff:1.1.1.1'])(
    '%s is',
    (address) => expect(isPublicAddress(address)).toBe(true),
  )
})

describe('refusing before anything is sent', () => {
  it.each([
    'http://[::1]/',
    'http://[::ffff:127.0.0.1]/',
    'http://169.254.169.254/latest/meta-data/',
    'http://10.0.0.1/',
    'http://2130706433/',
    'http://0x7f.1/',
    'http://0177.0.0.1/',
    'http://127.1/',
  ])('%s', async (url) => {
    const strict = createOutbound({ allowedHosts: [] })
    expect(await kindOf(strict.request({ url }))).toBe('forbidden')
    await strict.close()
  })

  it.each(['file:///etc/passwd', 'ftp://example.com/', 'gopher://127.0.0.1/', 'data:text/plain,x', 'no address', ''])(
    'another protocol: %s',
    async (url) => expect(await kindOf(outbound.request({ url }))).toBe('forbidden'),
  )

  it('headers that are none', async () => {
    expect(await kindOf(outbound.request({ url: here(), headers: { 'x key': 'a' } }))).toBe('forbidden')
    expect(await kindOf(outbound.request({ url: here(), headers: { 'x-key': 'a\r\nhost: b' } }))).toBe('forbidden')
    expect(seen).toEqual([])
  })

  it('a name that resolves to a private address, also beside a public one', async () => {
    for (const addresses of [['127.0.0.1'], ['1.1.1.1', '127.0.0.1'], ['::ffff:127.0.0.1']]) {
      const strict = createOutbound({ allowedHosts: ['127.0.0.1'], resolve: resolvesTo(...addresses) })
      expect(await kindOf(strict.request({ url: `http://hook.example:${port}/` }))).toBe('forbidden')
      expect(await kindOf(strict.connect({ host: 'hook.example', port }))).toBe('forbidden')
      await strict.close()
    }
    expect(seen).toEqual([])
  })

  it('a name that is asked again and says something else: what is connected is what was checked', async () => {
    let asked = 0
    const rebinding: ResolveHost = (host, options, done) =>
      resolvesTo(asked++ === 0 ? '1.1.1.1' : '127.0.0.1')(host, options, done)
    // No one but the connection itself asks: a check beforehand would have eaten the public answer.
    rebinding('hook.example', { all: true }, () => undefined)
    const strict = createOutbound({ allowedHosts: [], resolve: rebinding })
    expect(await kindOf(strict.request({ url: `http://hook.example:${port}/` }))).toBe('forbidden')
    expect([asked, seen.length]).toEqual([2, 0])
    await strict.close()
  })

  it('a host is allowed by the name that is typed, in any case and with a dot at its end', async () => {
    const open = createOutbound({ allowedHosts: ['Mail.Internal'], resolve: resolvesTo('127.0.0.1') })
    expect((await open.request({ url: `http://mail.internal:${port}/` })).status).toBe(200)
    expect((await open.request({ url: `http://MAIL.internal.:${port}/` })).status).toBe(200)
    expect(await kindOf(open.request({ url: `http://other.internal:${port}/` }))).toBe('forbidden')
    await open.close()
  })
})

describe('calling', () => {
  it('sends what it is given and gives back any answer', async () => {
    answer = (_request, response) => response.writeHead(418, { 'x-id': 'a' }).end('{"ok":false}')
    const body = '{"a":"ä"}'
    const result = await outbound.request({
      url: here('/hook?x=1'),
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    })
    expect([result.status, result.headers['x-id'], result.body.toString()]).toEqual([418, 'a', '{"ok":false}'])
    expect(seen).toMatchObject([{ method: 'POST', url: '/hook?x=1', body }])
  })

  it('reports that nothing was sent when the connection is refused or the name is unknown', async () => {
    expect(await errorOf(outbound.request({ url: 'http://127.0.0.1:9/' }))).toMatchObject({
      kind: 'unreachable',
      code: 'ECONNREFUSED',
    })
    const nowhere = createOutbound({
      allowedHosts: [],
      resolve: (_host, _options, done) => done(Object.assign(new Error('unknown'), { code: 'ENOTFOUND' }), []),
    })
    expect(await errorOf(nowhere.request({ url: 'http://nowhere.example/' }))).toMatchObject({
      kind: 'unreachable',
      code: 'ENOTFOUND',
    })
    await nowhere.close()
  })

  it('does not know when the line breaks, or no answer comes in time', async () => {
    answer = (request) => request.socket.destroy()
    expect(await kindOf(outbound.request({ url: here(), method: 'POST', body: 'x' }))).toBe('no_answer')
    answer = () => undefined
    expect(await kindOf(outbound.request({ url: here(), timeoutMs: 500 }))).toBe('no_answer')
    answer = (_request, response) => void response.writeHead(200).write('slow')
    expect(await kindOf(outbound.request({ url: here(), timeoutMs: 500 }))).toBe('no_answer')
  })

  it('knows that nothing was sent when the time is up before the connection stands', async () => {
    const silent = createOutbound({ allowedHosts: [], resolve: () => undefined })
    expect(await kindOf(silent.request({ url: 'http://slow.example/', timeoutMs: 50 }))).toBe('unreachable')
    await silent.close()
  })

  it('stops reading an answer that is too large', async () => {
    answer = (_request, response) => response.end(Buffer.alloc(2_000_000))
    expect(await kindOf(outbound.request({ url: here() }))).toBe('too_large')
    answer = (_request, response) => response.end('12345')
    expect(await kindOf(outbound.request({ url: here(), maxBytes: 4 }))).toBe('too_large')
    expect((await outbound.request({ url: here(), maxBytes: 5 })).body).toHaveLength(5)
  })
})

describe('redirects', () => {
  const redirectTo = (target: (hop: number) => string | null, status = 302) => {
    answer = (_request, response) => {
      const location = target(seen.length)
      if (location) response.writeHead(status, { location }).end()
      else response.end('there')
    }
  }

  it('are followed three times', async () => {
    redirectTo((hop) => (hop <= 3 ? `/${hop}` : null))
    expect((await outbound.request({ url: here() })).body.toString()).toBe('there')
    expect(seen.map(({ url }) => url)).toEqual(['/', '/1', '/2', '/3'])
    redirectTo(() => '/again')
    expect(await kindOf(outbound.request({ url: here() }))).toBe('no_answer')
  })

  it('do not lead to private addresses or other protocols', async () => {
    for (const target of ['http://169.254.169.254/', `http://[::1]:${port}/`, 'file:///etc/passwd']) {
      redirectTo(() => target)
      expect(await kindOf(outbound.request({ url: here() }))).toBe('forbidden')
    }
  })

  it('go on as GET after 302 and 303, and as they were after 307', async () => {
    const post = { url: here(), method: 'POST' as const, body: '{}', headers: { 'content-type': 'application/json' } }
    redirectTo((hop) => (hop === 1 ? '/next' : null), 303)
    await outbound.request(post)
    expect(seen[1]).toMatchObject({ method: 'GET', body: '' })
    seen = []
    redirectTo((hop) => (hop === 1 ? '/next' : null), 307)
    await outbound.request(post)
    expect(seen[1]).toMatchObject({ method: 'POST', body: '{}', headers: { 'content-type': 'application/json' } })
  })

  it('keep keys with the origin they were given for', async () => {
    const open = createOutbound({ allowedHosts: ['127.0.0.1', 'localhost'] })
    const headers = { authorization: 'Bearer k', 'x-api-key': 'k', accept: 'text/plain' }
    redirectTo((hop) => (hop === 1 ? '/same' : hop === 2 ? `http://localhost:${port}/other` : null))
    await open.request({ url: here(), headers })
    expect(seen.map((call) => [call.headers['x-api-key'], call.headers.authorization, call.headers.accept])).toEqual([
      ['k', 'Bearer k', 'text/plain'],
      ['k', 'Bearer k', 'text/plain'],
      [undefined, undefined, 'text/plain'],
    ])
    await open.close()
  })
})

describe('sockets', () => {
  it('open to allowed hosts only', async () => {
    const open: Socket[] = []
    const listener = createTcpServer((socket) => void open.push(socket))
    await new Promise<void>((done) => listener.listen(0, '127.0.0.1', done))
    const { port: tcpPort } = listener.address() as AddressInfo
    const socket = await outbound.connect({ host: '127.0.0.1', port: tcpPort })
    expect(socket.remotePort).toBe(tcpPort)
    socket.destroy()
    expect(await kindOf(outbound.connect({ host: '10.0.0.1', port: 25 }))).toBe('forbidden')
    expect(await kindOf(outbound.connect({ host: '127.0.0.1', port: 9 }))).toBe('unreachable')
    for (const end of open) end.destroy()
    listener.close()
  })
})
