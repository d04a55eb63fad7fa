import type { startWidgetSession } from '@recado/contracts/notifications/widget'
import type { z } from 'zod'
import type { Ctx } from '#server/context.ts'
import { widgetUsage } from '#server/lib/metrics.ts'
import { findEnvironmentByIdentifier } from '#server/notifications/audience/environments/queries.ts'
import { upsertSubscribers } from '#server/notifications/audience/subscribers/actions.ts'
import { type Proof, proveSubscriber } from '#server/notifications/audience/subscribers/proof.ts'
import { findSubscriber } from '#server/notifications/audience/subscribers/queries.ts'
import { type EnvironmentCtx, inEnvironment, type SubscriberCtx } from '#server/notifications/shared/context.ts'
import { badRequest, notFound, V1Error } from '#server/notifications/shared/errors.ts'
import { isGuarded } from '#server/notifications/shared/inbox-guard.ts'
import { findInAppCredentials, findOrganization } from './queries.ts'
import { countUnproven } from './throttle.ts'
import { createWidgetToken } from './token.ts'

/** How the subscriber proves who they are; throws when they have to, and do not. */
const prove = async (ctx: EnvironmentCtx, subscriberId: string, given: string | null | undefined): Promise<Proof> => {
  const sealed = await findInAppCredentials(ctx)
  if (sealed === null) throw notFound('In app integration could not be found')
  const credentials: { hmac?: unknown } = JSON.parse(ctx.deps.sealer.open(sealed))
  return proveSubscriber(ctx, subscriberId, given, { required: credentials.hmac === true })
}

type Profile = Omit<z.output<typeof startWidgetSession.body>, 'applicationIdentifier' | 'hmacHash'>

/**
 * What a page may say of its subscriber. What the product knows of its own people, no page changes. Elsewhere it gives
 * names, and the addresses of someone new; those of a known subscriber only where the application vouches for who asks,
 * because whoever changes them reads what is sent there.
 */
const allowedOf = ({ environment }: EnvironmentCtx, given: Profile, mayChangeAddresses: boolean) => {
  const { subscriberId, email, phone, ...names } = given
  if (isGuarded(environment)) return { subscriberId }
  return { subscriberId, ...names, ...(mayChangeAddresses ? { email, phone } : {}) }
}

/**
 * Lets a subscriber's widget in, and gives it a token. Fields that are not given stay as they are. An address that fails
 * too often, or makes too many subscribers for whom no one vouches, is refused; known subscribers are let in from there.
 */
export const startSession = async (
  anonymous: Ctx,
  input: z.output<typeof startWidgetSession.body>,
  address: string,
) => {
  const { applicationIdentifier, hmacHash, ...profile } = input
  const { subscriberId } = profile
  const environment = await findEnvironmentByIdentifier(anonymous, applicationIdentifier)
  if (!environment) {
    countUnproven(anonymous.deps, address, '')
    throw badRequest('Please provide a valid app identifier')
  }
  const ctx = inEnvironment(anonymous, environment)
  const count = () => countUnproven(ctx.deps, address, applicationIdentifier)
  const { vouched, sessionId } = await prove(ctx, subscriberId, hmacHash).catch((error: unknown) => {
    if (error instanceof V1Error) count()
    throw error
  })
  const known = await findSubscriber(ctx, environment.id, subscriberId)
  if (!vouched && !known) count()
  const [subscriber] = await upsertSubscribers(ctx, [allowedOf(ctx, profile, vouched || !known)])
  if (!subscriber) throw new Error('no subscriber')
  return {
    token: createWidgetToken(ctx.deps, environment, subscriber, sessionId),
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
