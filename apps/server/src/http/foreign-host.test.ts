import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { socketPath } from '@recado/contracts/realtime'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { resolveSession } from '#server/modules/identity/sessions/index.ts'
import { createConversationVisibility } from '#server/modules/inbox/visibility/index.ts'
import { createNotificationSocket, widgetSocketPath } from '#server/notifications/index.ts'
import { createSocketServer } from '#server/realtime/socket-server.ts'
import { buildOwnApp, type TestApp } from '#server/test/app.ts'

let t: TestApp
let sockets: { close: () => Promise<void> }[]
beforeAll(async () => {
  t = await buildOwnApp({ RECADO_MODE: 'demo', PUBLIC_URL: '' })
  sockets = [
    createSocketServer(t.app.server, t.deps, {
      resolve: resolveSession,
      visibility: createConversationVisibility(t.deps),
    }),
    createNotificationSocket(t.app.server, t.deps),
  ]
  await t.app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(async () => {
  await Promise.all(sockets.map((socket) => socket.close()))
  await t.close()
})

const ours = ['localhost', 'localhost:5000', '127.0.0.1:5000', '[::1]:5000', 'LocalHost:5000']
const foreign = ['evil.example', 'evil.example:5000', 'localhost.evil.example', '127.0.0.1.evil.example', '192.0.2.1']

const statusOf = async (url: string, host: string) => (await t.app.inject({ url, headers: { host } })).statusCode

const upgraded = async (path: string, host: string) => {
  const socket = connect((t.app.server.address() as AddressInfo).port, '127.0.0.1')
  const lines = [
    `GET ${path}/?EIO=4&transport=websocket HTTP/1.1`,
    `Host: ${host}`,
    'Upgrade: websocket',
    'Connection: Upgrade',
    'Sec-WebSocket-Version: 13',
    'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
  ]
  socket.write(`${lines.join('\r\n')}\r\n\r\n`)
  const [chunk] = (await once(socket, 'data')) as [Buffer]
  socket.destroy()
  return Number(chunk.toString().split(' ')[1])
}

describe('the demo', () => {
  it.each(ours)('answers under a name of this machine: %s', async (host) => {
    expect(await statusOf('/healthz', host)).toBe(200)
    for (const path of [socketPath, widgetSocketPath]) expect(await upgraded(path, host)).toBe(101)
  })

  it.each(foreign)('refuses any other name, pages, calls and sockets: %s', async (host) => {
    for (const url of ['/', '/healthz', '/api/v1/settings/general', '/v1/environments/me', '/api/auth/session'])
      expect([url, await statusOf(url, host)]).toEqual([url, 421])
    for (const path of [socketPath, widgetSocketPath]) expect(await upgraded(path, host)).toBeGreaterThanOrEqual(400)
  })
})
