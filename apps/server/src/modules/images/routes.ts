import { createHash } from 'node:crypto'
import { type OutboundAnswer, OutboundError } from '@recado/providers/outbound'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { AppError } from '#server/http/app-error.ts'
import { fieldErrorsOf } from '#server/http/problems.ts'
import { createTokenBuckets } from '#server/lib/token-bucket.ts'
import { imageWidths, optimise } from './optimise.ts'

const MAX_BYTES = 8 * 1024 * 1024
const TIMEOUT_MS = 7000
const KEPT_SECONDS = 86_400
const widths: readonly number[] = imageWidths

const query = z.object({
  url: z.url({ protocol: /^https?$/ }).max(2000),
  w: z.coerce
    .number()
    .int()
    .refine((width) => widths.includes(width), { message: `One of ${widths.join(', ')}` }),
  q: z.coerce.number().int().min(1).max(100).default(75),
})

const field = (path: string, code: string, message: string, cause?: unknown) =>
  new AppError('validation_failed', { errors: [{ path, code, message }], cause })

const failureOf = (error: unknown) => {
  if (!(error instanceof OutboundError)) return error
  if (error.kind === 'forbidden') return field('url', 'forbidden', 'This address may not be called', error)
  if (error.kind === 'too_large') return new AppError('file_too_large', { data: { maxBytes: MAX_BYTES }, cause: error })
  return new AppError('provider_error', { cause: error })
}

const bodyOf = ({ status, body }: OutboundAnswer): Buffer => {
  if (status !== 200) throw new AppError('provider_error', { data: { status } })
  return body
}

/** Pictures of other sites, made small: `?url=&w=&q=`, for whoever is signed in. Addresses of private networks are refused. */
export const imageRoutes = async (app: FastifyInstance): Promise<void> => {
  const throttle = createTokenBuckets({ capacity: 120, refillSeconds: 1, now: () => app.deps.now().getTime() })

  app.get('/api/v1/images', async (request, reply) => {
    const session = await app.resolveSession(app.deps, request)
    if (!session) throw new AppError('unauthenticated')
    const parsed = query.safeParse(request.query)
    if (!parsed.success) throw new AppError('validation_failed', { errors: fieldErrorsOf(parsed.error) })
    const wait = throttle.take(session.actor.userId)
    if (wait > 0) throw new AppError('rate_limited', { retryAfter: wait })
    const { url, w: width, q: quality } = parsed.data
    const answer = await app.deps
      .outbound({ url, timeoutMs: TIMEOUT_MS, maxBytes: MAX_BYTES, headers: { accept: 'image/*' } })
      .catch((error: unknown) => Promise.reject(failureOf(error)))
    const webp = request.headers.accept?.includes('image/webp') ?? false
    const { mime, body } = await optimise(bodyOf(answer), { width, quality, webp })
    const etag = `"${createHash('sha256').update(body).digest('base64url')}"`
    reply
      .header('cache-control', `private, max-age=${KEPT_SECONDS}`)
      .header('vary', 'accept')
      .header('etag', etag)
      .header('content-security-policy', "default-src 'none'; sandbox")
      .header('x-content-type-options', 'nosniff')
    if (request.headers['if-none-match'] === etag) return reply.code(304).send()
    return reply.type(mime).send(body)
  })
}
