import { equalTexts } from '#server/lib/equal-texts.ts'
import type { EnvironmentCtx } from '#server/notifications/shared/context.ts'
import { badRequest } from '#server/notifications/shared/errors.ts'
import { isGuarded, lookAt } from '#server/notifications/shared/inbox-guard.ts'
import { subscriberHash } from '../environments/actions.ts'

export type Proof = {
  /** Whether the subscriber's application vouches for them. */
  vouched: boolean
  /** The session of the product that they come from. */
  sessionId: string | null
}

const refusal = () => badRequest('Please provide a valid HMAC hash')

/** The product's own people come from their sessions; null for everybody else in its environment. */
const findOwnSession = async (ctx: EnvironmentCtx, subscriberId: string, given: string): Promise<string | null> => {
  const sessionId = ctx.deps.inboxGuard.sessionOf(ctx.deps, subscriberId, given)
  if ((await lookAt(ctx, { subscriberId, sessionId, ip: ctx.ip })) === null) throw refusal()
  return sessionId
}

/** How a subscriber proves who they are by a hash; throws when they do not and have to. */
export const proveSubscriber = async (
  ctx: EnvironmentCtx,
  subscriberId: string,
  given: string | null | undefined,
  { required }: { required: boolean },
): Promise<Proof> => {
  const sessionId = isGuarded(ctx.environment) ? await findOwnSession(ctx, subscriberId, given ?? '') : null
  if (sessionId !== null) return { vouched: true, sessionId }
  if (!required) return { vouched: false, sessionId }
  const expected = await subscriberHash(ctx.deps, ctx.environment, subscriberId)
  if (!equalTexts(given ?? '', expected)) throw refusal()
  return { vouched: true, sessionId }
}
