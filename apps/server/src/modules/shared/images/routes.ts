import { createHash } from 'node:crypto'
import { imageQuality, imageWidths } from '@recado/contracts/shared/images'
import { type OutboundAnswer, OutboundError } from '@recado/providers/outbound'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { AppError } from '#server/http/app-error.ts'
import { fieldErrorsOf } from '#server/http/errors.ts'
import { addressKey } from '#server/lib/client-address.ts'
import { readUpload } from '#server/lib/read-upload.ts'
import { createTokenBuckets } from '#server/lib/token-bucket.ts'
import { optimise } from './optimise.ts'

const MAX_BYTES = 8 * 1024 * 1024
const TIMEOUT_MS = 7000
const KEPT_SECONDS = 86_400
const widths: readonly number[] = imageWidths

/** Pictures of this installation: avatars, logos, brand, stored files, and those that come with the app. */
const ownPicture =
  /^\/(api\/v1\/(users\/[\w-]+\/avatar|companies\/[\w-]+\/logo|settings\/images\/\w+)|files\/[\w-]+|[\w-]+(\/[\w-]+)*\.(png|jpe?g|webp|gif|avif))(\?|$)/

const query = z.object({
  url: z.union([z.url({ protocol: /^https?$/ }), z.string().regex(ownPicture)]).pipe(z.string().max(2000)),
  w: z.coerce
    .number()
    .int()
    .refine((width) => widths.includes(width), { message: `One of ${widths.join(', ')}` }),
  q: z.coerce.number().int().min(1).max(100).default(imageQuality),
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

/** A picture of this installation, as whoever asks may see it. */
const ownBody = async (app: FastifyInstance, request: FastifyRequest, url: string): Promise<Buffer> => {
  const { cookie, host } = request.headers
  const answer = await app.inject({
    url,
    payloadAsStream: true,
    headers: { ...(cookie ? { cookie } : {}), ...(host ? { host } : {}) },
    remoteAddress: request.ip,
  })
  const { statusCode } = answer
  const body = answer.stream()
  if (statusCode === 200) return readUpload(body, MAX_BYTES)
  body.destroy()
  throw new AppError(statusCode === 401 ? 'unauthenticated' : statusCode === 403 ? 'forbidden' : 'not_found')
}

const foreignBody = async (app: FastifyInstance, url: string): Promise<Buffer> =>
  bodyOf(
    await app.deps
      .outbound({ url, timeoutMs: TIMEOUT_MS, maxBytes: MAX_BYTES, headers: { accept: 'image/*' } })
      .catch((error: unknown) => Promise.reject(failureOf(error))),
  )

/**
 * Pictures made small: `?url=&w=&q=`. Those of this installation are served to whoever may see them, by their relative
 * address; those of other sites to whoever is signed in, from no address of a private network.
 */
export const imageRoutes = async (app: FastifyInstance): Promise<void> => {
  const throttle = createTokenBuckets({ capacity: 120, refillSeconds: 1, now: () => app.deps.now().getTime() })

  app.get('/api/v1/images', async (request, reply) => {
    const session = await app.resolveSession(app.deps, request)
    const isOwn = ownPicture.test(String((request.query as { url?: unknown }).url))
    if (!session && !isOwn) throw new AppError('unauthenticated')
    const parsed = query.safeParse(request.query)
    if (!parsed.success) throw new AppError('validation_failed', { errors: fieldErrorsOf(parsed.error) })
    const wait = throttle.take(session?.actor.userId ?? addressKey(request.ip))
    if (wait > 0) throw new AppError('rate_limited', { retryAfter: wait })
    const { url, w: width, q: quality } = parsed.data
    const source = isOwn ? await ownBody(app, request, url) : await foreignBody(app, url)
    const webp = request.headers.accept?.includes('image/webp') ?? false
    const { mime, body } = await optimise(source, { width, quality, webp })
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
