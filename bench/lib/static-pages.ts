import { existsSync, readFileSync, statSync } from 'node:fs'
import { createServer } from 'node:http'
import { extname, join, normalize } from 'node:path'
import { gzipSync } from 'node:zlib'

const types: Record<string, string> = { '.js': 'text/javascript', '.css': 'text/css', '.html': 'text/html' }

export type StaticPages = { url: string; stop: () => Promise<void> }

/** Serves folders and pages made of text on one origin, compressed, as a page's own server would; all with `headers`. */
export const serveStatic = (
  port: number,
  folders: Record<string, string>,
  pages: Record<string, string>,
  headers: Record<string, string> = {},
): Promise<StaticPages> => {
  const compressed = new Map<string, Buffer>()
  const read = (path: string): Buffer | undefined => {
    const known = compressed.get(path)
    if (known) return known
    const [, mount = '', ...rest] = path.split('/')
    const file = folders[mount] && join(folders[mount], normalize(`/${rest.join('/')}`))
    const page = pages[path]
    const content = page ?? (file && existsSync(file) && statSync(file).isFile() ? readFileSync(file) : undefined)
    if (content === undefined) return undefined
    const body = gzipSync(content, { level: 9 })
    compressed.set(path, body)
    return body
  }
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://pages')
    const body = read(pathname)
    if (!body) return void response.writeHead(404).end()
    const type = types[extname(pathname)] ?? 'text/html'
    const own = { 'content-type': type, 'content-encoding': 'gzip', 'cache-control': 'no-store' }
    response.writeHead(200, { ...headers, ...own }).end(body)
  })
  return new Promise((resolve) => {
    server.listen(port, '127.0.0.1', () => {
      const stop = () =>
        new Promise<void>((done) => {
          server.closeAllConnections()
          server.close(() => done())
        })
      resolve({ url: `http://localhost:${port}`, stop })
    })
  })
}
