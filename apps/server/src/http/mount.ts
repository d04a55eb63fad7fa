import {
  type Ability,
  abilities,
  accessMap,
  type EndpointInput,
  type EndpointResult,
  type EndpointShape,
  type ErrorCode,
} from '@recado/contracts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import {
  assertAbility,
  type CompanyContext,
  type CompanyCtx,
  type Ctx,
  type Deps,
  type KeyActor,
  type UserActor,
  type UserCtx,
} from '#server/context.ts'
import { AppError } from './app-error.ts'
import { compressed } from './compression.ts'
import { refuseCrossSite } from './cross-site.ts'
import { fieldErrorsOf, toAppError } from './errors.ts'
import { type Answer, type Idempotency, namesKey, runOnce } from './idempotency.ts'
import { keyStoreOf } from './idempotency-keys.ts'
import { assertScope, refuseExcess, secretOf } from './key-caller.ts'
import { dropPageHeaders } from './page-headers.ts'
import { problemOf } from './problems.ts'
import { refuseFlood } from './public-throttle.ts'
import {
  anonymousCtx,
  type Http,
  mountEndpoint,
  PUBLIC_BODY_BYTES,
  type Surface,
  type UploadedFile,
} from './surface.ts'

/** Versions of the terms and of the privacy notice. */
type Legal = { terms: string | null; privacy: string | null }

/** Who stands behind a request: the answer of the auth module. */
export type ResolvedSession = {
  actor: UserActor
  company: CompanyContext | null
  /** A company that the session is of and may not work in, as its rules want more. */
  barred?: { id: string; reasons: readonly string[] } | null
  /** What the person has accepted. */
  accepted?: Legal
}
export type SessionResolver = (
  deps: Deps,
  request: { headers: FastifyRequest['headers']; ip: string },
) => Promise<ResolvedSession | null>

declare module 'fastify' {
  interface FastifyInstance {
    resolveSession: SessionResolver
    /** What people are told while nothing can be changed; null when all works. */
    maintenanceMessage: () => Promise<Record<string, string> | null>
    /** The version in force that the user has not accepted yet; null if there is none. */
    pendingLegal: (accepted: Legal) => Promise<Legal | null>
  }
}

type RuleOf<A extends Ability> = (typeof accessMap)[A]
/** Behind an endpoint of the public API stands a person or a key. */
type CallerCtx<E extends EndpointShape> = E extends { scope: string } ? Ctx : UserCtx
export type CtxOf<E extends EndpointShape> = E['can'] extends 'public'
  ? Ctx
  : E['can'] extends Ability
    ? RuleOf<E['can']> extends { company: true }
      ? CompanyCtx & CallerCtx<E>
      : UserCtx
    : UserCtx

/** An endpoint without an answer ignores what its handler returns. */
type Outcome<E extends EndpointShape> = E['response'] extends null ? unknown : EndpointResult<E>

type Handler<E extends EndpointShape> = (
  ctx: CtxOf<E>,
  input: EndpointInput<E> & { file: UploadedFile | null },
  http: Http,
) => Promise<Outcome<E>> | Outcome<E>

/** Codes that any endpoint may answer without declaring them. */
const common = new Set<ErrorCode>([
  'validation_failed',
  'malformed_request',
  'unauthenticated',
  'csrf',
  'forbidden',
  'access_block_required',
  'not_found',
  'payload_too_large',
  'unsupported_media_type',
  'rate_limited',
  'request_timeout',
  'quota_exceeded',
  'stale_company',
  'internal',
  'maintenance',
  'storage_full',
  'company_suspended',
  'company_barred',
  'terms_pending',
  'impersonation_view_only',
  'scope_required',
  'idempotency_key_long',
  'idempotency_running',
  'idempotency_mismatch',
  'address_refused',
  'not_while_impersonating',
])

const isAbility = (guard: string): guard is Ability => abilities.some((ability) => ability === guard)

const actAs = (ctx: Ctx, { actor, company }: ResolvedSession): Ctx => ({ ...ctx, actor, company })

/** Context of a request for whoever resolved as its session. */
export const requestCtx = (app: FastifyInstance, request: FastifyRequest, session: ResolvedSession | null): Ctx =>
  session ? actAs(anonymousCtx(app, request), session) : anonymousCtx(app, request)

const needsCompany = (guard: string): boolean => isAbility(guard) && 'company' in accessMap[guard]

/** Whether the user still has to accept the terms in force; an impersonator cannot accept them for the user. */
const owesConsent = async (app: FastifyInstance, session: ResolvedSession | null): Promise<boolean> => {
  if (!session?.accepted || session.actor.impersonatorId !== null) return false
  return (await app.pendingLegal(session.accepted)) !== null
}

/** Refuses what the state of the session, the company or the installation forbids whatever the person may do. */
const refuseByState = async (app: FastifyInstance, endpoint: EndpointShape, session: ResolvedSession | null) => {
  const { actor, company } = session ?? {}
  if (actor?.impersonatorId && endpoint.notImpersonated) throw new AppError('not_while_impersonating')
  if (endpoint.method === 'GET') return
  if (actor?.impersonationMode === 'view') throw new AppError('impersonation_view_only')
  if (company?.readOnly && needsCompany(endpoint.can)) throw new AppError('company_suspended')
  if (needsCompany(endpoint.can) && (await owesConsent(app, session))) throw new AppError('terms_pending')
  const message = actor?.role === 'admin' ? null : await app.maintenanceMessage()
  if (message) throw new AppError('maintenance', { data: { message } })
}

/** A program with an API key: what of the company forbids changes holds for it as for people. */
const resolveKeyActor = async (anonymous: Ctx, endpoint: EndpointShape, secret: string, http: Http): Promise<Ctx> => {
  const { server: app, ip } = http.request
  http.reply.header('cache-control', 'no-store')
  const { actor, company, plan } = await app.resolveKey(app.deps, { secret, ip })
  const caller = { keyId: actor.keyId, ownerId: actor.ownerId, plan }
  http.request.caller = caller
  refuseExcess(app.deps, caller, http.reply)
  assertScope(actor, endpoint)
  const ctx = { ...anonymous, actor, company }
  if (isAbility(endpoint.can)) assertAbility(ctx, endpoint.can)
  if (endpoint.method === 'GET') return ctx
  if (company.readOnly) throw new AppError('company_suspended')
  const message = await app.maintenanceMessage()
  if (message) throw new AppError('maintenance', { data: { message } })
  return ctx
}

const resolveActor = async (anonymous: Ctx, endpoint: EndpointShape, http: Http): Promise<Ctx> => {
  const { request, reply } = http
  const { server: app } = request
  const secret = endpoint.can === 'public' ? null : secretOf(request)
  if (secret !== null) return resolveKeyActor(anonymous, endpoint, secret, http)
  const isPublic = endpoint.can === 'public'
  // What is meant for one person stays in no cache; handlers say where it may.
  if (!isPublic) reply.header('cache-control', 'no-store')
  if (isPublic && endpoint.body) refuseFlood(app.deps, request.ip)
  const session = await app.resolveSession(app.deps, request)
  if (session) refuseCrossSite(app.deps.config, request)
  await refuseByState(app, endpoint, session)
  if (isPublic) return session ? actAs(anonymous, session) : anonymous
  if (!session) throw new AppError('unauthenticated')
  const believed = request.headers['x-company-version']
  if (typeof believed === 'string' && believed !== '' && believed !== (session.company?.id ?? 'none')) {
    throw new AppError('stale_company', {
      data: { company: session.company?.id ?? null },
    })
  }
  if (session.barred && needsCompany(endpoint.can)) {
    throw new AppError('company_barred', { data: { reasons: [...session.barred.reasons] } })
  }
  const ctx = actAs(anonymous, session)
  if (isAbility(endpoint.can)) assertAbility(ctx, endpoint.can)
  return ctx
}

const readMultipart = async (request: FastifyRequest): Promise<{ body: unknown; file: UploadedFile | null }> => {
  if (!request.isMultipart()) throw new AppError('unsupported_media_type')
  // The parser of forms throws what carries no code of its own, such as for a missing boundary.
  const part = await request.file().catch((error: unknown) => {
    throw error instanceof Error && !('code' in error) ? new AppError('malformed_request', { cause: error }) : error
  })
  if (!part) return { body: {}, file: null }
  const body = Object.fromEntries(
    Object.entries(part.fields).flatMap(([name, field]) =>
      field && !Array.isArray(field) && field.type === 'field' ? [[name, field.value]] : [],
    ),
  )
  const file: UploadedFile = {
    name: part.filename,
    mime: part.mimetype,
    stream: part.file,
    buffer: () => part.toBuffer(),
  }
  return { body, file }
}

const assertDeclared = (endpoint: EndpointShape, error: unknown): never => {
  if (error instanceof AppError && !common.has(error.code) && !endpoint.errors?.includes(error.code)) {
    throw new Error(`${endpoint.method} ${endpoint.path} does not declare ${error.code}`, { cause: error })
  }
  throw error
}

/** An answer that the contract does not know is our fault, not that of whoever asked. */
const answerOf = ({ method, path }: EndpointShape, schema: z.ZodType, result: unknown) => {
  const parsed = schema.safeParse(result)
  if (parsed.success) return parsed.data
  throw new AppError('internal', {
    cause: new Error(`${method} ${path} answers another shape`, { cause: parsed.error }),
  })
}

const statusOf = (endpoint: EndpointShape) => endpoint.status ?? (endpoint.response ? 200 : 204)

const idempotencyOf = (deps: Deps, { keyId }: KeyActor, reply: FastifyReply): Idempotency => ({
  store: keyStoreOf(deps, `api-key:${keyId}`),
  scope: keyId,
  refusal: (reason) => {
    if (reason === 'long') return new AppError('idempotency_key_long')
    if (reason === 'another') return new AppError('idempotency_mismatch')
    reply.header('retry-after', '1')
    return new AppError('idempotency_running')
  },
})

/** Answers a request of a program once for its key; what went wrong on our side is not kept, and can be tried again. */
const answerOnce = async (
  ctx: Ctx & { actor: KeyActor },
  endpoint: EndpointShape,
  perform: () => Promise<unknown>,
  http: Http,
) => {
  const { request, reply } = http
  const once = async (): Promise<Answer> => {
    try {
      const result = await perform()
      const body = endpoint.response ? answerOf(endpoint, endpoint.response, result) : null
      return { status: statusOf(endpoint), text: body === null ? null : JSON.stringify(body) }
    } catch (thrown) {
      const error = toAppError(thrown as Error)
      if (error.status >= 500 || error.status === 429) throw thrown
      request.problem = error.code
      return { status: error.status, text: JSON.stringify(problemOf(error, request.id)) }
    }
  }
  const { status, text } = await runOnce(ctx, idempotencyOf(ctx.deps, ctx.actor, reply), http, once)
  dropPageHeaders(reply.raw)
  reply.code(status)
  if (text === null) return reply.send()
  return reply.type(status < 400 ? 'application/json; charset=utf-8' : 'application/problem+json').send(text)
}

const product: Surface<EndpointShape> = {
  options: (endpoint) => ({
    ...(endpoint.response ? { compress: compressed } : {}),
    ...(endpoint.can === 'public' ? { bodyLimit: PUBLIC_BODY_BYTES } : {}),
  }),
  resolveActor,
  readBody: async (endpoint, request) =>
    endpoint.bodyKind === 'multipart' ? readMultipart(request) : { body: request.body, file: null },
  refusal: (part, error) =>
    part === 'params' ? new AppError('not_found') : new AppError('validation_failed', { errors: fieldErrorsOf(error) }),
  answer: async (endpoint, run, ctx, http) => {
    const testing = ctx.deps.config.MODE === 'test'
    const perform = () => (testing ? run().catch((error: unknown) => assertDeclared(endpoint, error)) : run())
    const { actor } = ctx
    if (actor.kind === 'key' && namesKey(http.request)) return answerOnce({ ...ctx, actor }, endpoint, perform, http)
    const { reply } = http
    const result = await perform()
    if (reply.sent) return reply
    dropPageHeaders(reply.raw)
    reply.code(statusOf(endpoint))
    return endpoint.response ? answerOf(endpoint, endpoint.response, result) : reply.send()
  },
}

/** Serves one endpoint of the contracts: guard, parsing, handler, and an answer stripped to what the contract names. */
export const route = <E extends EndpointShape>(app: FastifyInstance, endpoint: E, handler: Handler<E>): void =>
  mountEndpoint(app, product, endpoint, (ctx, input, http) =>
    handler(ctx as CtxOf<E>, input as EndpointInput<E> & { file: UploadedFile | null }, http),
  )
