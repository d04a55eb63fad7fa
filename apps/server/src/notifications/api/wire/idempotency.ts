import type { FastifyReply } from 'fastify'
import { publicOrigin } from '#server/http/cross-site.ts'
import { type Idempotency, LONGEST_KEY } from '#server/http/idempotency.ts'
import { keyStoreOf } from '#server/http/idempotency-keys.ts'
import type { EnvironmentCtx } from '#server/notifications/shared/context.ts'
import { badRequest, V1Error } from '#server/notifications/shared/errors.ts'

/** How keys are kept for an organisation, and refused in the words of the published clients. */
export const idempotencyOf = (ctx: EnvironmentCtx, reply: FastifyReply): Idempotency => ({
  store: keyStoreOf(ctx.deps, ctx.environment.organizationId),
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
