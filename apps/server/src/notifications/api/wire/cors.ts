import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '#server/context.ts'
import { ownOrigins } from '#server/http/cross-site.ts'

const allowed = {
  'access-control-allow-methods': 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS',
  'access-control-allow-headers': 'Authorization, Content-Type, User-Agent, Sentry-Trace',
  'access-control-max-age': '86400',
}

const isWidget = (request: FastifyRequest) => request.url.startsWith('/v1/widgets/')

/** Widgets live on anybody's pages and carry their token themselves; the rest is for our own pages. */
const allowOrigin = (config: Deps['config'], request: FastifyRequest, reply: FastifyReply) => {
  if (isWidget(request)) {
    reply.header('access-control-allow-origin', '*')
    reply.header('cross-origin-resource-policy', 'cross-origin')
    return true
  }
  const { origin } = request.headers
  if (origin === undefined) return false
  reply.header('vary', 'Origin')
  const own = ownOrigins(config).includes(origin)
  if (own) reply.header('access-control-allow-origin', origin)
  return own
}

/** Says which pages of other origins may call what is mounted on `app`, and answers their preflights. */
export const registerCors = (app: FastifyInstance): void => {
  const { config } = app.deps
  app.addHook('onRequest', async (request, reply) => void allowOrigin(config, request, reply))
  app.options('/*', (_request, reply) => {
    if (reply.hasHeader('access-control-allow-origin')) reply.headers(allowed)
    return reply.code(204).send()
  })
}
