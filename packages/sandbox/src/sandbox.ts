import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type SandboxOptions, sandboxConfigSchema } from './config.ts'
import { createControlRouter } from './control/router.ts'
import { createGraphRouter, serveMedia } from './graph/router.ts'
import { sendJson, TooLarge } from './http/exchange.ts'
import { createMailServer } from './mail/mail-server.ts'
import { servePage } from './pages/serve-page.ts'
import { keepState } from './state/keeper.ts'
import { createWorld, type World } from './state/world.ts'
import { createOutbox, type Outbox } from './webhooks/outbox.ts'

export type Sandbox = {
  url: string
  /** Base address for Cloud API clients, without a version. */
  graphUrl: string
  phoneUrl: string
  mailUrl: string
  smtpUrl: string
  close: () => Promise<void>
}

const listen = (
  server: {
    listen: (port: number, host: string, done: () => void) => unknown
    on: (event: 'error', run: (error: Error) => void) => unknown
  },
  port: number,
  host: string,
): Promise<void> =>
  new Promise((resolve, reject) => {
    server.on('error', reject)
    server.listen(port, host, resolve)
  })

const ofThisMachine = /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/i

/** Names that were made to lead here belong to pages of someone else's. */
const isForeign = ({ headers }: IncomingMessage, host: string): boolean =>
  ['localhost', '127.0.0.1', '::1'].includes(host) && !ofThisMachine.test(headers.host ?? '')

const createHttpServer = (world: World, outbox: Outbox, host: string): Server => {
  const graph = createGraphRouter(world, outbox)
  const control = createControlRouter(world, outbox)
  const route = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const url = request.url ?? '/'
    if (request.method === 'POST' && url.endsWith('/messages')) return graph(request, response)
    const { pathname, searchParams } = new URL(url, 'http://sandbox')
    if (pathname.startsWith('/sandbox/')) return control(request, response, new URL(url, 'http://sandbox'))
    if (pathname.startsWith('/media/')) return serveMedia(world, request, response, pathname.slice('/media/'.length))
    if (request.method === 'GET' && !searchParams.has('access_token') && (await servePage(pathname, response))) return
    return graph(request, response)
  }
  return createServer({ keepAliveTimeout: 60_000 }, (request, response) => {
    if (isForeign(request, host)) return sendJson(response, 421, { error: 'The sandbox answers on this machine only' })
    route(request, response).catch((error: unknown) => {
      if (response.headersSent) response.destroy()
      else sendJson(response, error instanceof TooLarge ? 413 : 500, { error: 'The sandbox could not answer' })
    })
  })
}

/**
 * Starts the stand-in for WhatsApp's Cloud API and for a mail server. It is reached through its addresses alone. Throws
 * when the options are wrong or a port is taken.
 */
export const startSandbox = async (options: SandboxOptions): Promise<Sandbox> => {
  const config = sandboxConfigSchema.parse(options)
  const world = createWorld(config)
  const keeper = config.stateDir === undefined ? null : keepState(world, config.stateDir)
  const outbox = createOutbox(world)
  const server = createHttpServer(world, outbox, config.host)
  const mail = createMailServer(world)
  await listen(server, config.port, config.host)
  try {
    await listen(mail, config.smtpPort, config.host)
  } catch (error) {
    server.close()
    throw error
  }
  const host = config.host.includes(':') ? `[${config.host}]` : config.host
  const url = `http://${host}:${(server.address() as AddressInfo).port}`
  world.baseUrl = (config.publicUrl ?? url).replace(/\/+$/, '')
  return {
    url,
    graphUrl: url,
    phoneUrl: `${url}/phone`,
    mailUrl: `${url}/mail`,
    smtpUrl: `smtp://${host}:${(mail.server.address() as AddressInfo).port}`,
    close: async () => {
      world.live.close()
      await outbox.close()
      server.closeAllConnections()
      await Promise.all([
        new Promise((resolve) => server.close(resolve)),
        new Promise<void>((resolve) => mail.close(resolve)),
      ])
      keeper?.flush()
    },
  }
}
