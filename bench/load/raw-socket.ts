import { randomBytes } from 'node:crypto'
import { connect, type Socket } from 'node:net'

/** One masked text frame, as a client sends it (RFC 6455, section 5); for texts under 64 KB. */
const frame = (text: string): Buffer => {
  const payload = Buffer.from(text)
  const mask = Buffer.from([0, 0, 0, 0])
  const short = payload.length < 126
  const head = Buffer.from([0x81, 0x80 | (short ? payload.length : 126), payload.length >> 8, payload.length & 0xff])
  return Buffer.concat([head.subarray(0, short ? 2 : 4), mask, payload])
}

/** Texts of the whole frames at the start of `data`, and how many bytes they took. */
const readFrames = (data: Buffer): { texts: string[]; used: number } => {
  const texts: string[] = []
  let used = 0
  for (;;) {
    const short = data[used + 1]
    if (short === undefined) return { texts, used }
    let at = used + 2
    let length = short & 0x7f
    if (length === 126) {
      if (data.length < at + 2) return { texts, used }
      length = data.readUInt16BE(at)
      at += 2
    } else if (length === 127) {
      if (data.length < at + 8) return { texts, used }
      length = Number(data.readBigUInt64BE(at))
      at += 8
    }
    if (data.length < at + length) return { texts, used }
    if (((data[used] ?? 0) & 0x0f) === 1) texts.push(data.toString('utf8', at, at + length))
    used = at + length
  }
}

/** A socket.io connection by its wire protocol (Engine.IO 4 over websocket), without a library's weight. */
export const openRawSocket = (options: {
  port: number
  path: string
  cookie?: string
  /** What the socket shows on connecting. */
  auth?: Record<string, string>
  onEvent: (text: string) => void
}): Promise<Socket> =>
  new Promise((resolve, reject) => {
    const socket = connect({ host: '127.0.0.1', port: options.port, noDelay: true })
    let data = Buffer.alloc(0)
    let upgraded = false
    socket.write(
      [
        `GET ${options.path}/?EIO=4&transport=websocket HTTP/1.1`,
        'host: 127.0.0.1',
        'connection: Upgrade',
        'upgrade: websocket',
        'sec-websocket-version: 13',
        `sec-websocket-key: ${randomBytes(16).toString('base64')}`,
        ...(options.cookie === undefined ? [] : [`cookie: ${options.cookie}`]),
        '\r\n',
      ].join('\r\n'),
    )
    const read = (text: string) => {
      if (text.startsWith('0')) socket.write(frame(`40${options.auth ? JSON.stringify(options.auth) : ''}`))
      else if (text === '2') socket.write(frame('3'))
      else if (text.startsWith('40')) resolve(socket)
      else if (text.startsWith('44')) reject(new Error(`the socket was refused: ${text}`))
      else if (text.startsWith('42')) options.onEvent(text)
    }
    socket.on('data', (chunk) => {
      data = data.length === 0 ? chunk : Buffer.concat([data, chunk])
      if (!upgraded) {
        const end = data.indexOf('\r\n\r\n')
        if (end < 0) return
        if (!data.toString('latin1', 0, 12).endsWith('101')) return reject(new Error(data.toString('latin1', 0, end)))
        upgraded = true
        data = data.subarray(end + 4)
      }
      const { texts, used } = readFrames(data)
      data = data.subarray(used)
      for (const text of texts) read(text)
    })
    socket.on('error', reject)
    socket.on('close', () => reject(new Error('the socket was closed')))
  })
