import { createServer, request as httpRequest, type IncomingMessage } from 'node:http'
import { type AddressInfo, createConnection } from 'node:net'
import { OutboundError, type OutboundRequest } from '../outbound.ts'
import type { ProviderPorts } from '../provider.ts'

export type Call = {
  method: string
  url: string
  headers: IncomingMessage['headers']
  body: Buffer
  json: unknown
}
type Reply = { status?: number; headers?: Record<string, string>; body?: unknown } | 'silence'

const jsonOf = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** A vendor on loopback: keeps what it is called with, and answers what it is told to; `silence` breaks the line. */
export const startStandIn = async () => {
  const calls: Call[] = []
  const replies: (Reply | Promise<Reply>)[] = []
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const body = Buffer.concat(chunks)
    const { method = '', url = '', headers } = request
    calls.push({ method, url, headers, body, json: jsonOf(body.toString()) })
    const reply = (await replies.shift()) ?? {}
    if (reply === 'silence') return request.socket.destroy()
    const text = typeof reply.body === 'string' ? reply.body : JSON.stringify(reply.body ?? {})
    return response.writeHead(reply.status ?? 200, reply.headers ?? {}).end(text)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls,
    /** What the next calls are answered with, when it is there. */
    reply: (...next: (Reply | Promise<Reply>)[]) => void replies.push(...next),
    reset: () => {
      calls.length = 0
      replies.length = 0
    },
    close: async () => {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
}

const failureOf = (error: NodeJS.ErrnoException) =>
  new OutboundError(error.code === 'ECONNREFUSED' ? 'unreachable' : 'no_answer', error.message, {
    code: error.code,
    cause: error,
  })

const requestPlainly = ({ url, method = 'GET', headers = {}, body }: OutboundRequest) =>
  new Promise<{ status: number; headers: Record<string, string>; body: Buffer }>((resolve, reject) => {
    const outgoing = httpRequest(url, { method, headers, agent: false }, async (answer) => {
      const chunks: Buffer[] = []
      for await (const chunk of answer) chunks.push(chunk)
      const names = Object.entries(answer.headers).map(([name, value]) => [name, [value].flat().join(', ')])
      resolve({
        status: answer.statusCode ?? 0,
        headers: Object.fromEntries(names),
        body: Buffer.concat(chunks),
      })
    })
    outgoing.on('error', (error) => reject(failureOf(error)))
    outgoing.end(body)
  })

const connectPlainly: ProviderPorts['connect'] = ({ host, port }) =>
  new Promise((resolve, reject) => {
    const socket = createConnection({ host, port }, () => resolve(socket))
    socket.once('error', (error) => reject(failureOf(error)))
  })

export const now = new Date('2026-11-21T12:00:00.000Z')

/** The network without a guard, for stand-ins on loopback. */
export const plainPorts: ProviderPorts = { request: requestPlainly, connect: connectPlainly, now: () => now }
