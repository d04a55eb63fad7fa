import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export type Received = {
  path: string
  headers: IncomingHttpHeaders
  body: string
  type: string
  data: Record<string, unknown>
}
type Answer = (received: Received, response: ServerResponse) => void

/** A receiver of webhooks on loopback, of whatever behavior: 204 unless `answer` says otherwise. */
export const startReceiver = async (answer: Answer = (_received, response) => void response.writeHead(204).end()) => {
  const received: Received[] = []
  const behavior = { answer }
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const body = Buffer.concat(chunks).toString()
    const one = { path: request.url ?? '', headers: request.headers, body, ...JSON.parse(body) }
    received.push(one)
    behavior.answer(one, response)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`
  return {
    url,
    received,
    behavior,
    close: async () => {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
}
export type Receiver = Awaited<ReturnType<typeof startReceiver>>

/** An answer of a status, with headers and a body. */
export const answering =
  (status: number, headers: Record<string, string> = {}, body = ''): Answer =>
  (_received, response) =>
    void response.writeHead(status, headers).end(body)
