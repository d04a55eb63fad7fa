import type {} from '@fastify/helmet'
import type { V1Input, V1Shape } from '@recado/contracts/notifications/v1'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { z } from 'zod'
import type { Ctx } from '#server/context.ts'
import { compressed } from '#server/http/compression.ts'
import { PUBLIC_BODY_BYTES, requestCtx } from '#server/http/mount.ts'
import { storable } from '#server/lib/storable.ts'
import type { EnvironmentCtx, SubscriberCtx } from '#server/notifications/shared/context.ts'
import { badRequest, textsOf, V1Error } from '#server/notifications/shared/errors.ts'
import { authenticateKey, authenticateWidget, bearerOf, type Http, refuseFlood } from './authenticate.ts'
import { answerOfError } from './errors.ts'
import { type Answer, idempotencyKeyOf, runOnce } from './idempotency.ts'
import { admitLarge } from './large-bodies.ts'
import { payForCall } from './rate-limit.ts'

const LARGE_BODY_BYTES = 20 * 1024 * 1024

type CtxOf<E extends V1Shape> = E['auth'] extends 'widget'
  ? SubscriberCtx
  : E['auth'] extends 'apiKey'
    ? EnvironmentCtx
    : Ctx

type Handler<E extends V1Shape> = (ctx: CtxOf<E>, input: V1Input<E>, http: Http) => Promise<unknown> | unknown

const authenticate = async (endpoint: V1Shape, ctx: Ctx, { request, reply }: Http): Promise<Ctx> => {
  if (endpoint.auth === 'public') {
    if (endpoint.body) refuseFlood(ctx, { request, reply })
    return ctx
  }
  if (endpoint.auth === 'widget') {
    const session = await authenticateWidget(ctx, bearerOf(request))
    if (!session) throw new V1Error(401, 'Unauthorized')
    return { ...ctx, ...session } as SubscriberCtx
  }
  const environment = await authenticateKey(ctx, { request, reply })
  if (endpoint.auth === 'dashboard') throw new V1Error(401, 'API endpoint not available')
  if (!payForCall(ctx.deps, environment, endpoint, reply)) throw new V1Error(429, 'API rate limit exceeded')
  if (endpoint.large) admitLarge(environment, { request, reply })
  return { ...ctx, environment } as EnvironmentCtx
}

/** `key[]` and `key[0]` are `key`; the words that clients write for nothing are nothing. */
const queryOf = (query: unknown): Record<string, unknown> => {
  const result = new Map<string, unknown>()
  for (const [name, value] of Object.entries((query ?? {}) as Record<string, unknown>)) {
    if (value === '' || value === 'undefined' || value === 'null') continue
    const key = name.replace(/\[\d*\]$/, '')
    result.set(key, result.has(key) ? [result.get(key), value].flat() : value)
  }
  return Object.fromEntries(result)
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

const asText = (status: number, body: unknown): Answer => ({
  status,
  text: status === 204 ? null : JSON.stringify(body),
})

const sendText = (reply: FastifyReply, { status, text }: Answer) => {
  reply.code(status)
  return text === null ? reply.send() : reply.type('application/json; charset=utf-8').send(text)
}

const limitOf = (endpoint: V1Shape) => {
  if (endpoint.large) return { bodyLimit: LARGE_BODY_BYTES }
  return endpoint.auth === 'public' && endpoint.body ? { bodyLimit: PUBLIC_BODY_BYTES } : {}
}

/** Serves one endpoint of the notification API. `app` is the plugin under `/v1`. */
export const v1Route = <E extends V1Shape>(app: FastifyInstance, endpoint: E, handler: Handler<E>): void => {
  const status = successOf(endpoint)
  const testing = app.deps.config.MODE === 'test'
  const perform = async (ctx: Ctx, http: Http): Promise<unknown> => {
    const { request } = http
    const input = {
      params: parsePart(endpoint.params, request.params),
      query: parsePart(endpoint.query, endpoint.query && queryOf(request.query)),
      body: parsePart(endpoint.body, request.body),
    } as V1Input<E>
    const result = await handler(ctx as CtxOf<E>, input, http)
    if (testing && !http.reply.sent) assertResponse(endpoint, result)
    return enveloped(result)
  }
  app.route({
    method: endpoint.method,
    url: endpoint.path.replace(/^\/v1/, ''),
    // Answers are JSON for programs: they need none of the headers that guard pages, which cost as much as the call.
    helmet: false,
    compress: compressed,
    ...limitOf(endpoint),
    // Before the body: whoever may not call, or calls too often, has nothing read.
    onRequest: async (request, reply) => {
      reply.header('x-content-type-options', 'nosniff')
      reply.header('cache-control', 'no-store')
      request.ctx = await authenticate(endpoint, requestCtx(app, request, null), { request, reply })
    },
    handler: async (request, reply) => {
      const http = { request, reply }
      const { ctx } = request
      if (!ctx) throw new Error('a request without its context')
      const key = endpoint.auth === 'apiKey' ? idempotencyKeyOf(request) : null
      if (key !== null) {
        const run = () =>
          perform(ctx, http).then(
            (body) => asText(status, body),
            (error) => {
              const answer = answerOfError(error, request.log)
              return asText(answer.status, answer.body)
            },
          )
        return sendText(reply, await runOnce(ctx as EnvironmentCtx, key, http, run))
      }
      const body = await perform(ctx, http)
      if (reply.sent) return reply
      reply.code(status)
      return status === 204 ? reply.send() : body
    },
  })
}
