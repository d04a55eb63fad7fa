import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import fastify from 'fastify'
import { serve } from './serve.ts'

const answer: RequestListener = (request, response) => {
  request.resume()
  request.on('end', () => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': 15 })
    response.end('{"status":"ok"}')
  })
}

const startNode = async () => {
  const server = createServer({ keepAliveTimeout: 60_000 }, answer)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { port: (server.address() as AddressInfo).port }
}

const startFastify = async () => {
  const app = fastify()
  const schema = { response: { 200: { type: 'object', properties: { status: { type: 'string' } } } } }
  app.post('/webhooks/whatsapp', { schema }, async () => ({ status: 'ok' }))
  await app.listen({ port: 0, host: '127.0.0.1' })
  return { port: (app.server.address() as AddressInfo).port }
}

serve({ startNode, startFastify })
