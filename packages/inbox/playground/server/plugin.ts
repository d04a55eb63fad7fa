import { readFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Connect, Plugin } from 'vite'
import { answerAtEdge } from './edge.ts'
import { plainPage } from './plain-page.ts'
import { connectTo, type Service } from './recado.ts'
import { createSender } from './samples.ts'

const json = (response: ServerResponse, status: number, body: unknown) =>
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))

/**
 * The playground's own server beside its pages: who is shown, notifications on request, bad networks, and a page without
 * any script but the one tag. `demoFile` is the `demo.json` of a running Recado; it is read when it is first needed.
 */
export const playgroundServer = (demoFile: string): Plugin => {
  let open: { service: Service; send: ReturnType<typeof createSender> } | null = null
  const connect = () => {
    if (open) return open
    const { notifications: service } = JSON.parse(readFileSync(demoFile, 'utf8')) as { notifications: Service }
    open = { service, send: createSender(connectTo(service)) }
    return open
  }

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<boolean> => {
    const url = new URL(request.url ?? '/', 'http://playground')
    const subscriberId = url.searchParams.get('subscriber') ?? 'playground'
    if (url.pathname === '/identity') {
      const { apiKey, ...place } = connect().service
      json(response, 200, { ...place, ...connectTo({ ...place, apiKey }).person(subscriberId) })
    } else if (url.pathname === '/send' && request.method === 'POST') {
      const { service, send } = connect()
      const count = Math.min(Number(url.searchParams.get('count') ?? 1), 10_000)
      await send(connectTo(service).person(subscriberId), count, url.searchParams.has('long'))
      json(response, 201, { count })
    } else if (url.pathname === '/plain') {
      const { service } = connect()
      const page = plainPage(service, connectTo(service).person(subscriberId), url.searchParams)
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(page)
    } else return answerAtEdge(() => connect().service, request, response)
    return true
  }

  const middleware: Connect.NextHandleFunction = (request, response, next) => {
    answer(request, response).then((answered) => answered || next(), next)
  }
  return {
    name: 'playground-server',
    configureServer: (server) => void server.middlewares.use(middleware),
    configurePreviewServer: (server) => void server.middlewares.use(middleware),
  }
}
