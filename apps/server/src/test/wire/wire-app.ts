import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { buildOwnApp, type TestApp } from '../app.ts'

/** Far from today, so that recordings can tell the times of this clock from those of the machine. */
const START = Date.parse('2021-03-02T12:00:00.000Z')

type Started = { fastify: FastifyInstance }
const isStarted = (message: unknown): message is Started =>
  typeof message === 'object' && message !== null && 'fastify' in message

export type WireApp = TestApp & {
  /** Every route that was registered, as method and path. */
  routes: string[]
  now: () => Date
  /** Sets the clock back to where each recording begins. */
  restart: () => void
}

/** The application on a clock that moves on by a second with every request. */
export const openWireApp = async (overrides: Record<string, string> = {}): Promise<WireApp> => {
  let seconds = 0
  const routes: string[] = []
  const watch = (message: unknown) => {
    if (!isStarted(message)) return
    message.fastify.addHook('onRoute', ({ method, url }) => {
      for (const one of [method].flat()) routes.push(`${one} ${url}`)
    })
    message.fastify.addHook('onRequest', async () => {
      seconds += 1
    })
  }
  subscribe('fastify.initialization', watch)
  const test = await buildOwnApp(overrides).finally(() => unsubscribe('fastify.initialization', watch))
  const now = () => new Date(START + seconds * 1000)
  test.deps.now = now
  return {
    ...test,
    routes,
    now,
    restart: () => {
      seconds = 0
    },
  }
}

/** A service of others that answers fixed JSON by its paths. */
export const openStandIn = async (answers: Record<string, unknown>) => {
  const server = createServer((request, response) => {
    const body = answers[new URL(request.url ?? '/', 'http://stand-in').pathname]
    request.resume()
    response.writeHead(body ? 200 : 404, { 'content-type': 'application/json' }).end(JSON.stringify(body ?? {}))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => new Promise((resolve) => server.close(resolve)),
  }
}
