import type { Method } from '@recado/contracts'
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteShorthandOptions } from 'fastify'
import type { ZodError, z } from 'zod'
import type { Ctx, Deps } from '#server/context.ts'
import { sanitizeJson } from '#server/lib/sanitize-text.ts'

declare module 'fastify' {
  interface FastifyInstance {
    deps: Deps
  }
  interface FastifyRequest {
    /** Who asks, found before the body is read. */
    ctx: Ctx | null
  }
}

export type Http = { request: FastifyRequest; reply: FastifyReply }

export type UploadedFile = {
  name: string
  mime: string
  stream: NodeJS.ReadableStream
  buffer: () => Promise<Buffer>
}

/** What endpoints declare alike, whichever way into the API they are on. */
type Declared = {
  method: Method
  path: string
  params?: z.ZodType
  query?: z.ZodType
  body?: z.ZodType
}

type Part = 'params' | 'query' | 'body'
export type Input = Record<Part, unknown> & { file: UploadedFile | null }

/** A way into the API: what the product, its notification API and others that follow say differently. */
export type Surface<E extends Declared> = {
  /** The largest body, compression, and what else its routes are told. */
  options: (endpoint: E) => RouteShorthandOptions
  /** Turns an anonymous context into that of the caller; throws if access is denied, before the body is read. */
  resolveActor: (anonymous: Ctx, endpoint: E, http: Http) => Promise<Ctx>
  /** The query as its schema takes it, when that is not as it came. */
  readQuery?: (query: unknown) => unknown
  /** The body and the file, when the body is not all there is. */
  readBody?: (endpoint: E, request: FastifyRequest) => Promise<{ body: unknown; file: UploadedFile | null }>
  /** What is thrown for a part that its schema refuses. */
  refusal: (part: Part, error: ZodError) => Error
  /** Runs the handler and answers with its result. */
  answer: (endpoint: E, run: () => Promise<unknown>, ctx: Ctx, http: Http) => Promise<unknown>
}

/** The largest request body of an unauthenticated caller. */
export const PUBLIC_BODY_BYTES = 64 * 1024

/** The context of a request whose caller is not known yet. */
export const anonymousCtx = ({ deps }: FastifyInstance, request: FastifyRequest): Ctx => ({
  actor: { kind: 'anonymous' },
  company: null,
  db: deps.database.db,
  deps,
  log: request.log,
  requestId: request.id,
  ip: request.ip,
  userAgent: request.headers['user-agent'] ?? null,
  now: deps.now,
  inTransaction: false,
  afterCommit: (fn) => fn(),
})

const readInput = async <E extends Declared>(
  surface: Surface<E>,
  endpoint: E,
  request: FastifyRequest,
): Promise<Input> => {
  const parse = (part: Part, value: unknown): unknown => {
    const parsed = endpoint[part]?.safeParse(sanitizeJson(value ?? {}))
    if (parsed && !parsed.success) throw surface.refusal(part, parsed.error)
    return parsed?.data
  }
  const params = parse('params', request.params)
  const query = parse('query', endpoint.query && surface.readQuery ? surface.readQuery(request.query) : request.query)
  const { body, file } = surface.readBody
    ? await surface.readBody(endpoint, request)
    : { body: request.body, file: null }
  return { params, query, body: parse('body', body), file }
}

/** Serves one endpoint: who asks, then what, then the handler, then the answer. */
export const mountEndpoint = <E extends Declared>(
  app: FastifyInstance,
  surface: Surface<E>,
  endpoint: E,
  handler: (ctx: Ctx, input: Input, http: Http) => unknown,
): void => {
  app.route({
    method: endpoint.method,
    url: endpoint.path.slice(app.prefix.length),
    ...surface.options(endpoint),
    // Before the body: whoever may not call has nothing read.
    onRequest: async (request, reply) => {
      request.ctx = await surface.resolveActor(anonymousCtx(app, request), endpoint, { request, reply })
    },
    handler: (request, reply) => {
      const { ctx } = request
      if (!ctx) throw new Error('a request without its context')
      const http = { request, reply }
      const run = async () => handler(ctx, await readInput(surface, endpoint, request), http)
      return surface.answer(endpoint, run, ctx, http)
    },
  })
}
