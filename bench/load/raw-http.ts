import { connect, type Socket } from 'node:net'

type Exchange = { bytes: Buffer; resolve: (answer: RawAnswer) => void; reject: (error: Error) => void }
export type RawAnswer = { status: number; body: Buffer }

const headEnd = Buffer.from('\r\n\r\n')

/** Status and whole length of the answer at the start of `data`; null while its head is not there yet. */
const measure = (data: Buffer): { status: number; headBytes: number; totalBytes: number } | null => {
  const at = data.indexOf(headEnd)
  if (at < 0) return null
  const head = data.toString('latin1', 0, at)
  const status = Number(head.slice(9, 12))
  const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1]
  if (length === undefined && /\r\ntransfer-encoding:/i.test(head)) throw new Error('chunked answers are not read here')
  return { status, headBytes: at + 4, totalBytes: at + 4 + Number(length ?? 0) }
}

/**
 * HTTP/1.1 over kept connections with as little work as possible, so that the generator takes as little of the machine
 * as it can. Requests wait for a free connection. Answers must have a length or no body.
 */
export const createRawHttp = (options: { host: string; port: number; connections: number }) => {
  const waiting: Exchange[] = []
  const idle: Socket[] = []
  const all = new Set<Socket>()
  const running = new WeakMap<Socket, Exchange>()

  const next = (socket: Socket) => {
    const exchange = waiting.shift()
    if (!exchange) return void idle.push(socket)
    running.set(socket, exchange)
    socket.write(exchange.bytes)
  }

  const open = () => {
    const socket = connect({ host: options.host, port: options.port, noDelay: true })
    let data = Buffer.alloc(0)
    const fail = (error: Error) => {
      all.delete(socket)
      const at = idle.indexOf(socket)
      if (at >= 0) idle.splice(at, 1)
      running.get(socket)?.reject(error)
      running.delete(socket)
    }
    socket.on('data', (chunk) => {
      data = data.length === 0 ? chunk : Buffer.concat([data, chunk])
      const size = measure(data)
      if (!size || data.length < size.totalBytes) return
      const body = Buffer.from(data.subarray(size.headBytes, size.totalBytes))
      data = Buffer.alloc(0)
      const exchange = running.get(socket)
      running.delete(socket)
      exchange?.resolve({ status: size.status, body })
      next(socket)
    })
    socket.on('error', fail)
    socket.on('close', () => fail(new Error('the connection was closed')))
    all.add(socket)
    next(socket)
  }

  return {
    send: (bytes: Buffer): Promise<RawAnswer> =>
      new Promise((resolve, reject) => {
        waiting.push({ bytes, resolve, reject })
        const socket = idle.pop()
        if (socket) next(socket)
        else if (all.size < options.connections) open()
      }),
    close: () => {
      for (const socket of all) socket.destroy()
    },
  }
}
export type RawHttp = ReturnType<typeof createRawHttp>

/** The bytes of a request with a JSON body, or without one. */
export const requestBytes = (
  method: string,
  path: string,
  headers: Record<string, string>,
  body: string | Buffer | null = null,
): Buffer => {
  const length = body === null ? 0 : Buffer.byteLength(body)
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  const type = body === null ? '' : `content-type: application/json\r\ncontent-length: ${length}\r\n`
  const head = `${method} ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\n${type}${lines.join('')}\r\n`
  return body === null ? Buffer.from(head) : Buffer.concat([Buffer.from(head), Buffer.from(body)])
}
