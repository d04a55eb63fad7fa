import type { V1Input, V1Shape } from '@recado/contracts/notifications/v1'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { Ctx } from '../../../context.ts'
import { requestCtx } from '../../../http/mount.ts'
import { storable } from '../../../lib/storable.ts'
import type { EnvironmentCtx, SubscriberCtx } from '../context.ts'
import { authenticateKey, authenticateWidget, bearerOf } from './authenticate.ts'
import { badRequest, textsOf, V1Error } from './errors.ts'

const LARGE_BODY_BYTES = 20 * 1024 * 1024

type CtxOf<E extends V1Shape> = E['auth'] extends 'widget'
  ? SubscriberCtx
  : E['auth'] extends 'apiKey'
    ? EnvironmentCtx
    : Ctx

type Handler<E extends V1Shape> = (
  ctx: CtxOf<E>,
  input: V1Input<E>,
  http: { request: FastifyRequest; reply: FastifyReply },
) => Promise<unknown> | unknown

const authenticate = async (endpoint: V1Shape, ctx: Ctx, request: FastifyRequest): Promise<Ctx> => {
  if (endpoint.auth === 'public') return ctx
  if (endpoint.auth === 'widget') {
    const session = await authenticateWidget(ctx, bearerOf(request))
    if (!session) throw new V1Error(401, 'Unauthorized')
    return { ...ctx, ...session } as SubscriberCtx
  }
  const environment = await authenticateKey(ctx, request)
  if (endpoint.auth === 'dashboard') throw new V1Error(401, 'API endpoint not available')
  return { ...ctx, environment } as EnvironmentCtx
}

/** `key[]` is `key`; the words that clients write for nothing are nothing. */
const queryOf = (query: unknown): Record<string, unknown> => {
  const result: Record<string, unknown> = {}
  for (const [key, value] of Object.entries((query ?? {}) as Record<string, unknown>)) {
    if (value === '' || value === 'undefined' || value === 'null') continue
    result[key.endsWith('[]') ? key.slice(0, -2) : key.replace(/\[\d+\]$/, '')] = value
  }
  return result
}

const parsePart = (schema: z.ZodType | undefined, value: unknown): unknown => {
  if (!schema) return undefined
  const parsed = schema.safeParse(storable(value ?? {}))
  if (parsed.success) return parsed.data
  throw badRequest(textsOf(parsed.error))
}

/** Answers go into an envelope, unless they are a page: those carry their `data` themselves. */
const enveloped = (result: unknown): unknown => {
  if (result === undefined || result === null) return {}
  const page = typeof result === 'object' && 'data' in result && Boolean(result.data) && !('_id' in result)
  return page ? result : { data: result }
}

const assertResponse = (endpoint: V1Shape, result: unknown) => {
  const parsed = endpoint.response?.safeParse(JSON.parse(JSON.stringify(result ?? {})))
  if (parsed && !parsed.success)
    throw new Error(`${endpoint.method} ${endpoint.path} answers another shape: ${textsOf(parsed.error).join('; ')}`)
}

const successOf = (endpoint: V1Shape) =>
  endpoint.status ?? (endpoint.response === null ? 204 : endpoint.method === 'POST' ? 201 : 200)

/** Serves one endpoint of the notification API. `app` is the plugin under `/v1`. */
export const v1Route = <E extends V1Shape>(app: FastifyInstance, endpoint: E, handler: Handler<E>): void => {
  const status = successOf(endpoint)
  const testing = app.deps.config.MODE === 'test'
  app.route({
    method: endpoint.method,
    url: endpoint.path.replace(/^\/v1/, ''),
    ...(endpoint.large ? { bodyLimit: LARGE_BODY_BYTES } : {}),
    handler: async (request, reply) => {
      const ctx = await authenticate(endpoint, requestCtx(app, request, null), request)
      const input = {
        params: parsePart(endpoint.params, request.params),
        query: parsePart(endpoint.query, endpoint.query && queryOf(request.query)),
        body: parsePart(endpoint.body, request.body),
      } as V1Input<E>
      const result = await handler(ctx as CtxOf<E>, input, { request, reply })
      if (reply.sent) return reply
      if (testing) assertResponse(endpoint, result)
      reply.code(status)
      return status === 204 ? reply.send() : enveloped(result)
    },
  })
}
