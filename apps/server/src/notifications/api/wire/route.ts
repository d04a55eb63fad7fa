import type {} from '@fastify/helmet'
import type { V1Input, V1Shape } from '@recado/contracts/notifications/v1'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Ctx } from '#server/context.ts'
import { compressed } from '#server/http/compression.ts'
import { type Answer, namesKey, runOnce } from '#server/http/idempotency.ts'
import { refuseFlood } from '#server/http/public-throttle.ts'
import { type Http, mountEndpoint, PUBLIC_BODY_BYTES, type Surface } from '#server/http/surface.ts'
import type { EnvironmentCtx, SubscriberCtx } from '#server/notifications/shared/context.ts'
import { badRequest, textsOf, V1Error } from '#server/notifications/shared/errors.ts'
import { authenticateKey, authenticateWidget, bearerOf } from './authenticate.ts'
import { answerOfError } from './errors.ts'
import { idempotencyOf } from './idempotency.ts'
import { admitLarge } from './large-bodies.ts'
import { refuseExcess } from './rate-limit.ts'

const LARGE_BODY_BYTES = 20 * 1024 * 1024

type CtxOf<E extends V1Shape> = E['auth'] extends 'widget'
  ? SubscriberCtx
  : E['auth'] extends 'apiKey'
    ? EnvironmentCtx
    : Ctx

type Handler<E extends V1Shape> = (ctx: CtxOf<E>, input: V1Input<E>, http: Http) => Promise<unknown> | unknown

const resolveActor = async (anonymous: Ctx, endpoint: V1Shape, http: Http): Promise<Ctx> => {
  http.reply.header('x-content-type-options', 'nosniff').header('cache-control', 'no-store')
  if (endpoint.auth === 'public') {
    if (endpoint.body) refuseFlood(anonymous.deps, http.request.ip)
    return anonymous
  }
  if (endpoint.auth === 'widget') return authenticateWidget(anonymous, bearerOf(http.request))
  const ctx = await authenticateKey(anonymous, http.request)
  if (endpoint.auth === 'dashboard') throw new V1Error(401, 'API endpoint not available')
  refuseExcess(ctx, endpoint, http.reply)
  if (endpoint.large) admitLarge(ctx.environment, http)
  return ctx
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

const wire: Surface<V1Shape> = {
  // Answers are JSON for programs: they need none of the headers that guard pages, which cost as much as the call.
  options: (endpoint) => ({ helmet: false, compress: compressed, ...limitOf(endpoint) }),
  resolveActor,
  readQuery: queryOf,
  refusal: (_part, error) => badRequest(textsOf(error)),
  answer: async (endpoint, run, ctx, http) => {
    const { request, reply } = http
    const status = successOf(endpoint)
    const perform = async () => {
      const result = await run()
      if (ctx.deps.config.MODE === 'test' && !reply.sent) assertResponse(endpoint, result)
      return enveloped(result)
    }
    if (endpoint.auth === 'apiKey' && namesKey(request)) {
      const once = () =>
        perform().then(
          (body) => asText(status, body),
          (error) => {
            const answer = answerOfError(error, request.log)
            return asText(answer.status, answer.body)
          },
        )
      return sendText(reply, await runOnce(ctx, idempotencyOf(ctx as EnvironmentCtx, reply), http, once))
    }
    const body = await perform()
    if (reply.sent) return reply
    reply.code(status)
    return status === 204 ? reply.send() : body
  },
}

/** Serves one endpoint of the notification API. `app` is the plugin under `/v1`. */
export const v1Route = <E extends V1Shape>(app: FastifyInstance, endpoint: E, handler: Handler<E>): void =>
  mountEndpoint(app, wire, endpoint, (ctx, input, http) => handler(ctx as CtxOf<E>, input as V1Input<E>, http))
