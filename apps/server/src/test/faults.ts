import { type NetConnectOpts, Socket } from 'node:net'

// The network is closed in tests: outside services are played by stand-ins on the loopback address. A connection to
// anywhere else is cut and is a fault of the test that made it, and so is anything printed as an error.

/** What the running test did that no test may do. */
export const faults: string[] = []

const isLoopback = (host: string) => /^(127\.|::1$|::ffff:127\.|localhost$|.*\.localhost$|0\.0\.0\.0$|::$)/.test(host)

type Connect = (this: Socket, ...args: unknown[]) => Socket
const connect = Socket.prototype.connect as unknown as Connect

function optionsOf(args: unknown[]): Partial<NetConnectOpts> & { host?: string; path?: string; lookup?: unknown } {
  const first = Array.isArray(args[0]) ? (args[0] as unknown[])[0] : args[0]
  if (typeof first === 'object' && first !== null) return first
  return typeof first === 'number' && typeof args[1] === 'string' ? { host: args[1] } : {}
}

function refuse(socket: Socket, where: string) {
  faults.push(`a connection to ${where}: only loopback addresses may be reached in tests`)
  const error = Object.assign(new Error(`closed network: ${where}`), { code: 'ECONNREFUSED' })
  queueMicrotask(() => socket.destroy(error))
  return socket
}

const guarded: Connect = function guarded(...args) {
  const { host = 'localhost', path, lookup } = optionsOf(args)
  if (path === undefined && lookup === undefined && !isLoopback(host)) return refuse(this, host)
  // With a resolver of its own the name says nothing: the address it gave is what counts.
  this.once('lookup', (_error, address) => {
    if (typeof address === 'string' && !isLoopback(address)) refuse(this, `${host} (${address})`)
  })
  return connect.apply(this, args)
}
Socket.prototype.connect = guarded as unknown as typeof Socket.prototype.connect

const printed = console.error
console.error = (...values: unknown[]) => {
  faults.push(`console.error: ${values.map(String).join(' ')}`)
  printed(...values)
}
