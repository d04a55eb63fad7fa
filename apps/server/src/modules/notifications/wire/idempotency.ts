import type { FastifyReply, FastifyRequest } from 'fastify'
import { publicOrigin } from '../../../http/cross-site.ts'
import { hashToken } from '../../../lib/seal.ts'
import type { EnvironmentCtx } from '../context.ts'
import { badRequest, V1Error } from './errors.ts'
import { claimIdempotencyKey, findIdempotencyRow, keepAnswer } from './queries.ts'

const LONGEST_KEY = 255
const RUNNING_MS = 5 * 60 * 1000
const KEPT_MS = 24 * 60 * 60 * 1000

/** An answer as it goes out: a JSON text, or nothing. */
export type Answer = { status: number; text: string | null }

const ways = new Set(['POST', 'PATCH'])

/** The key under which a request may be repeated without being done twice; null when it names none. */
export const idempotencyKeyOf = (request: FastifyRequest): string | null => {
  const key = request.headers['idempotency-key']
  if (typeof key !== 'string' || key === '' || !ways.has(request.method)) return null
  if (key.length > LONGEST_KEY) throw badRequest(`Idempotency-Key must not be longer than ${LONGEST_KEY} characters`)
  return key
}

const refuseRunning = (ctx: EnvironmentCtx, reply: FastifyReply) => {
  reply.header('retry-after', '1')
  reply.header('link', `<${publicOrigin(ctx.deps.config)}/docs/notifications>; rel="help"`)
  return new V1Error(409, 'A request with this Idempotency-Key is still running')
}

/**
 * Runs a request once for its key and keeps the answer for a day, errors too; a repetition is given the kept answer.
 * Throws 422 when the key was used for another request, 409 while the first one runs.
 */
export const runOnce = async (
  ctx: EnvironmentCtx,
  key: string,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  run: () => Promise<Answer>,
): Promise<Answer> => {
  reply.header('idempotency-key', key)
  const createdAt = ctx.now()
  const expiresIn = (ms: number) => new Date(ctx.now().getTime() + ms)
  const bodyHash = hashToken(`${request.method} ${request.url}\n${JSON.stringify(request.body)}`)
  const attempt = { organizationId: ctx.environment.organizationId, key, bodyHash, createdAt }
  if (await claimIdempotencyKey(ctx, attempt, expiresIn(RUNNING_MS))) {
    const answer = await run()
    // Sealed: answers can carry keys and credentials.
    const body = answer.text === null ? null : ctx.deps.sealer.seal(answer.text)
    await keepAnswer(ctx, attempt, { status: answer.status, body, expiresAt: expiresIn(KEPT_MS) })
    return answer
  }
  const first = await findIdempotencyRow(ctx, attempt)
  if (first && first.bodyHash !== bodyHash) throw new V1Error(422, 'This Idempotency-Key was used for another request')
  if (!first || first.status === null) throw refuseRunning(ctx, reply)
  reply.header('idempotency-replay', 'true')
  return { status: first.status, text: first.body === null ? null : ctx.deps.sealer.open(first.body) }
}
