import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '#server/context.ts'
import { publicOrigin } from '#server/http/cross-site.ts'
import type { Http } from '#server/http/surface.ts'
import { createBatcher } from '#server/lib/batcher.ts'
import { hashToken } from '#server/lib/seal.ts'
import type { EnvironmentCtx } from '#server/notifications/shared/context.ts'
import { badRequest, V1Error } from '#server/notifications/shared/errors.ts'
import {
  type Attempt,
  claimExpiredKey,
  claimKeys,
  findAttempt,
  type KeptAnswer,
  keepAnswers,
} from '#server/notifications/shared/queries/idempotency.ts'

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

const BATCHES = { max: 200, parallel: 2 }

const createBook = ({ database: { pool } }: Deps) => ({
  claims: createBatcher<Attempt, boolean>({ ...BATCHES, run: (attempts) => claimKeys(pool, attempts) }),
  answers: createBatcher<KeptAnswer, void>({
    ...BATCHES,
    run: async (answers) => {
      await keepAnswers(pool, answers)
      return answers.map(() => undefined)
    },
  }),
})

const books = new WeakMap<Deps, ReturnType<typeof createBook>>()

/** The published SDK names a key with everything it sends, so requests that come together are written together. */
const bookOf = (deps: Deps) => {
  const known = books.get(deps)
  if (known) return known
  const book = createBook(deps)
  books.set(deps, book)
  return book
}

const refuseRunning = (ctx: EnvironmentCtx, reply: FastifyReply) => {
  reply.header('retry-after', '1')
  reply.header('link', `<${publicOrigin(ctx.deps.config)}/docs/notifications>; rel="help"`)
  return new V1Error(409, 'A request with this Idempotency-Key is still running')
}

/** The answer that was kept for an earlier request; null when its time is over and the key is ours now. */
const earlierAnswer = async (ctx: EnvironmentCtx, attempt: Attempt, reply: FastifyReply): Promise<Answer | null> => {
  const first = await findAttempt(ctx, attempt)
  const over = !first || first.expiresAt <= attempt.createdAt
  const claimed = over && (first ? await claimExpiredKey(ctx, attempt) : await bookOf(ctx.deps).claims.add(attempt))
  if (claimed) return null
  if (over) throw refuseRunning(ctx, reply)
  if (first.bodyHash !== attempt.bodyHash) throw new V1Error(422, 'This Idempotency-Key was used for another request')
  if (first.status === null) throw refuseRunning(ctx, reply)
  reply.header('idempotency-replay', 'true')
  return { status: first.status, text: first.body === null ? null : ctx.deps.sealer.open(first.body) }
}

/**
 * Runs a request once for its key and keeps the answer for a day, errors too; a repetition is given the kept answer.
 * Throws 422 when the key was used for another request, 409 while the first one runs.
 */
export const runOnce = async (
  ctx: EnvironmentCtx,
  key: string,
  { request, reply }: Http,
  run: () => Promise<Answer>,
): Promise<Answer> => {
  reply.header('idempotency-key', key)
  const { claims, answers } = bookOf(ctx.deps)
  const createdAt = ctx.now()
  const { id: environmentId, organizationId } = ctx.environment
  const attempt: Attempt = {
    organizationId,
    key,
    // What one environment was answered is not for the others of its organisation.
    bodyHash: hashToken(`${environmentId} ${request.method} ${request.url}\n${JSON.stringify(request.body)}`),
    createdAt,
    expiresAt: new Date(createdAt.getTime() + RUNNING_MS),
  }
  const earlier = (await claims.add(attempt)) ? null : await earlierAnswer(ctx, attempt, reply)
  if (earlier) return earlier
  const { status, text } = await run()
  // Sealed: answers can carry keys and credentials.
  const body = text === null ? null : ctx.deps.sealer.seal(text)
  await answers.add({ ...attempt, status, body, expiresAt: new Date(ctx.now().getTime() + KEPT_MS) })
  return { status, text }
}
