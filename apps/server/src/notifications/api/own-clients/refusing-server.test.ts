import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createInbox } from '@recado/inbox/headless'
import { Server } from 'socket.io'
import { afterEach, expect, test, vi } from 'vitest'

// A service that gives everyone a session and takes no one's socket, as one does whose parts do not agree about tokens.

const ends: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end()
})

const openService = async (way: 'sent away' | 'refused') => {
  let sessions = 0
  const http = createServer((request, response) => {
    if (request.url?.endsWith('/session/initialize')) sessions++
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ data: { token: `token ${sessions}`, profile: { _id: 'a' }, count: 0 } }))
  })
  const sockets = new Server(http, { transports: ['websocket'] })
  /** When sockets came, in ms. */
  const came: number[] = []
  sockets.use((_socket, next) => {
    came.push(performance.now())
    next(way === 'refused' ? new Error('refused') : undefined)
  })
  sockets.on('connection', (socket) => socket.disconnect(true))
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  ends.push(() => sockets.close())
  return { url: `http://127.0.0.1:${(http.address() as AddressInfo).port}`, came, sessions: () => sessions }
}

const expectPatience = async (way: 'sent away' | 'refused') => {
  const service = await openService(way)
  const inbox = createInbox({ backendUrl: service.url, applicationIdentifier: 'shop', subscriberId: 'ana' })
  ends.push(inbox.stop)
  inbox.start()
  await vi.waitFor(() => expect(service.came.length).toBe(4), { timeout: 120_000, interval: 50 })
  const [first = 0, second = 0, third = 0, fourth = 0] = service.came
  // Each time with a new token.
  expect(service.sessions(), way).toBe(4)
  expect(second - first, way).toBeGreaterThan(900)
  expect(third - second, way).toBeGreaterThan(1900)
  expect(fourth - third, way).toBeGreaterThan(3900)
}

test('a socket that is sent away or refused again and again comes ever more rarely', async () => {
  // The inbox tells the console of each refusal.
  const printed = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  ends.push(() => printed.mockRestore())
  await Promise.all([expectPatience('sent away'), expectPatience('refused')])
})
