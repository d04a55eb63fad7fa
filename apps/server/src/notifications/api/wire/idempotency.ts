import type { FastifyReply } from 'fastify'
import type { Deps } from '#server/context.ts'
import { publicOrigin } from '#server/http/cross-site.ts'
import { type Idempotency, type KeyStore, LONGEST_KEY } from '#server/http/idempotency.ts'
import { createBatcher } from '#server/lib/batcher.ts'
import { perDeps } from '#server/lib/per-deps.ts'
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

const BATCHES = { max: 200, parallel: 2 }

/** The published SDK names a key with everything it sends, so requests that come together are written together. */
const bookOf = perDeps(({ database: { pool } }: Deps) => ({
  claims: createBatcher<Attempt, boolean>({ ...BATCHES, run: (attempts) => claimKeys(pool, attempts) }),
  answers: createBatcher<KeptAnswer, void>({
    ...BATCHES,
    run: async (answers) => {
      await keepAnswers(pool, answers)
      return answers.map(() => undefined)
    },
  }),
}))

const storeOf = (ctx: EnvironmentCtx): KeyStore => {
  const { claims, answers } = bookOf(ctx.deps)
  const { organizationId } = ctx.environment
  return {
    claim: (use) => claims.add({ ...use, organizationId }),
    find: (use) => findAttempt(ctx, { ...use, organizationId }),
    claimExpired: (use) => claimExpiredKey(ctx, { ...use, organizationId }),
    keep: (use) => answers.add({ ...use, organizationId }),
  }
}

/** How keys are kept for an organisation, and refused in the words of the published clients. */
export const idempotencyOf = (ctx: EnvironmentCtx, reply: FastifyReply): Idempotency => ({
  store: storeOf(ctx),
  // What one environment was answered is not for the others of its organisation.
  scope: ctx.environment.id,
  refusal: (reason) => {
    if (reason === 'long') return badRequest(`Idempotency-Key must not be longer than ${LONGEST_KEY} characters`)
    if (reason === 'another') return new V1Error(422, 'This Idempotency-Key was used for another request')
    reply.header('retry-after', '1')
    reply.header('link', `<${publicOrigin(ctx.deps.config)}/docs/notifications>; rel="help"`)
    return new V1Error(409, 'A request with this Idempotency-Key is still running')
  },
})
