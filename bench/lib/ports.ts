import { createServer } from 'node:net'

const first = Number(process.env['BENCH_PORT'] ?? 0)
let next = first

const isFree = (port: number): Promise<number | null> =>
  new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(null))
    server.listen(port, '127.0.0.1', () => {
      const address = server.address()
      const found = typeof address === 'object' && address ? address.port : null
      server.close(() => resolve(found))
    })
  })

/** A port no one listens on; counted up from BENCH_PORT when that is set. */
export const freePort = async (): Promise<number> => {
  for (;;) {
    const port = await isFree(first === 0 ? 0 : next++)
    if (port !== null) return port
  }
}
