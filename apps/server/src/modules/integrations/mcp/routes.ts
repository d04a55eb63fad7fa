import { createMcpHandler } from '@modelcontextprotocol/server'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { KeyActor } from '#server/context.ts'
import { AppError } from '#server/http/app-error.ts'
import { publicOrigin } from '#server/http/cross-site.ts'
import { refuseExcess, secretOf } from '#server/http/key-caller.ts'
import { dropPageHeaders } from '#server/http/page-headers.ts'
import { callerFor } from './call.ts'
import { serverFor } from './server.ts'

const MAX_BODY_BYTES = 256 * 1024

declare module 'fastify' {
  interface FastifyRequest {
    /** The key that an assistant calls with, found before the body is read. */
    assistantKey?: KeyActor
  }
}

const knowKey = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
  const { server: app, ip } = request
  dropPageHeaders(reply.raw)
  reply.header('cache-control', 'no-store').header('www-authenticate', 'Bearer')
  const secret = secretOf(request)
  if (secret === null) throw new AppError('unauthenticated')
  const { actor, plan } = await app.resolveKey(app.deps, { secret, ip })
  refuseExcess(app.deps, { keyId: actor.keyId, ownerId: actor.ownerId, plan }, reply)
  reply.removeHeader('www-authenticate')
  request.assistantKey = actor
}

/**
 * The Model Context Protocol over HTTP, without sessions: any process answers any request. Assistants come with an API key
 * and get the tools of its scopes.
 */
export const mcpRoutes = async (app: FastifyInstance): Promise<void> => {
  const asked = new WeakMap<object, FastifyRequest & { assistantKey: KeyActor }>()
  const handler = createMcpHandler(
    ({ authInfo }) => {
      const request = authInfo?.extra && asked.get(authInfo.extra)
      if (!request) throw new Error('a request of an assistant without its key')
      return serverFor(request.assistantKey, callerFor(request))
    },
    {
      // The tools of a key change only with its scopes, so there is nothing to listen to.
      maxSubscriptions: 0,
      onerror: (err) => app.log.debug({ err }, 'a request of an assistant was refused'),
    },
  )
  app.addHook('onClose', () => handler.close())
  const url = `${publicOrigin(app.deps.config)}/mcp`

  const serve = async (request: FastifyRequest, reply: FastifyReply) => {
    const { assistantKey } = request
    if (!assistantKey) throw new Error('a request of an assistant without its key')
    const extra = {}
    asked.set(extra, Object.assign(request, { assistantKey }))
    const headers = new Headers()
    for (const [name, value] of Object.entries(request.headers))
      if (/^(accept|content-type|mcp-.+)$/.test(name) && typeof value === 'string') headers.set(name, value)
    const answer = await handler.fetch(
      new Request(url, { method: 'POST', headers, body: JSON.stringify(request.body) }),
      { parsedBody: request.body, authInfo: { token: '', clientId: assistantKey.keyId, scopes: [], extra } },
    )
    return reply.send(answer)
  }
  app.post('/mcp', { bodyLimit: MAX_BODY_BYTES, onRequest: knowKey }, serve)
  const refuse = async (_request: FastifyRequest, reply: FastifyReply): Promise<never> => {
    reply.header('allow', 'POST')
    throw new AppError('method_not_allowed')
  }
  app.get('/mcp', { onRequest: knowKey }, refuse)
  app.delete('/mcp', { onRequest: knowKey }, refuse)
}
