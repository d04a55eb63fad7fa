import type { startWidgetSession } from '@recado/contracts/notifications/widget'
import type { z } from 'zod'
import type { Ctx } from '../../../context.ts'
import { equalTexts } from '../../../lib/equal-texts.ts'
import { widgetUsage } from '../../../lib/metrics.ts'
import { type EnvironmentCtx, inEnvironment, type SubscriberCtx } from '../context.ts'
import { subscriberHash } from '../environments/actions.ts'
import { upsertSubscribers } from '../subscribers/actions.ts'
import { badRequest, notFound, V1Error } from '../wire/errors.ts'
import { findEnvironmentByIdentifier, findSubscriber } from '../wire/queries.ts'
import { createWidgetToken } from '../wire/widget-token.ts'
import { findInAppCredentials, findOrganization } from './queries.ts'
import { countUnproven } from './throttle.ts'

/** Whether the subscriber's application vouches for them; throws when it has to, and does not. */
const isProven = async (
  ctx: EnvironmentCtx,
  subscriberId: string,
  given: string | null | undefined,
): Promise<boolean> => {
  const sealed = await findInAppCredentials(ctx)
  if (sealed === null) throw notFound('In app integration could not be found')
  const credentials: { hmac?: unknown } = JSON.parse(ctx.deps.sealer.open(sealed))
  if (credentials.hmac !== true) return false
  const expected = await subscriberHash(ctx.deps, ctx.environment, subscriberId)
  if (!equalTexts(given ?? '', expected)) throw badRequest('Please provide a valid HMAC hash')
  return true
}

/**
 * Lets a subscriber's widget in, and gives it a token. Fields that are not given stay as they are. An address that fails
 * too often, or makes too many subscribers for whom nobody vouches, is refused; known subscribers are let in from there.
 */
export const startSession = async (
  anonymous: Ctx,
  input: z.output<typeof startWidgetSession.body>,
  address: string,
) => {
  const { applicationIdentifier, subscriberId, hmacHash, firstName, lastName, email, phone } = input
  const environment = await findEnvironmentByIdentifier(anonymous, applicationIdentifier)
  if (!environment) {
    countUnproven(anonymous.deps, address, '')
    throw badRequest('Please provide a valid app identifier')
  }
  const ctx = inEnvironment(anonymous, environment)
  const count = () => countUnproven(ctx.deps, address, applicationIdentifier)
  const proven = await isProven(ctx, subscriberId, hmacHash).catch((error: unknown) => {
    if (error instanceof V1Error) count()
    throw error
  })
  if (!proven && !(await findSubscriber(ctx, environment.id, subscriberId))) count()
  const [subscriber] = await upsertSubscribers(ctx, [{ subscriberId, firstName, lastName, email, phone }])
  if (!subscriber) throw new Error('no subscriber')
  if (subscriber.tokensFrom && subscriber.tokensFrom > ctx.now()) throw new V1Error(401, 'Unauthorized')
  return {
    token: createWidgetToken(ctx.deps, environment, subscriber),
    profile: {
      _id: subscriber.id,
      firstName: subscriber.firstName ?? undefined,
      lastName: subscriber.lastName ?? undefined,
      phone: subscriber.phone ?? undefined,
    },
  }
}

/** The organization as the widget shows it. */
export const showOrganization = async (ctx: SubscriberCtx) => {
  const organization = await findOrganization(ctx)
  if (!organization) throw notFound('Organization not found')
  const { color, logo, fontFamily, fontColor, contentBackground, direction } = organization.branding
  return {
    _id: organization.id,
    name: organization.name,
    branding: { color, logo, fontFamily, fontColor, contentBackground, direction },
  }
}

/** What the published clients tell about. Other names count as one. */
const usages = new Set(['[Widget] - Notification Click'])

export const countUsage = (name: string): { success: true } => {
  widgetUsage.inc({ name: usages.has(name) ? name : 'other' })
  return { success: true }
}
