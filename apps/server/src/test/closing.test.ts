import { once } from 'node:events'
import { connect } from 'node:net'
import { io } from 'socket.io-client'
import { expect, it } from 'vitest'
import { startNotificationServer } from './notification-server.ts'

it('stops although a connection is open that never asked anything, and one socket that is refused', async () => {
  const server = await startNotificationServer()
  const { port } = new URL(server.url)
  const silent = connect(Number(port), '127.0.0.1')
  await once(silent, 'connect')
  const socket = io(server.url, { transports: ['websocket'], reconnection: false, auth: { token: 'nobody' } })
  await new Promise((resolve) => socket.once('disconnect', resolve).once('connect_error', resolve))
  const closed = once(silent, 'close')
  await server.stop()
  await closed
  expect(silent.destroyed).toBe(true)
})
