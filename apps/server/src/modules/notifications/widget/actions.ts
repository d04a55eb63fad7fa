import type { startWidgetSession } from '@recado/contracts/notifications/widget'
import type { z } from 'zod'
import type { Ctx } from '../../../context.ts'
import { equalTexts } from '../../../lib/equal-texts.ts'
import { widgetUsage } from '../../../lib/metrics.ts'
import { type EnvironmentCtx, inEnvironment, type SubscriberCtx } from '../context.ts'
import { subscriberHash } from '../environments/actions.ts'
import { upsertSubscribers } from '../subscribers/actions.ts'
import { badRequest, notFound } from '../wire/errors.ts'
import { findEnvironmentByIdentifier } from '../wire/queries.ts'
import { createWidgetToken } from '../wire/widget-token.ts'
import { findInAppCredentials, findOrganization } from './queries.ts'

const assertHash = async (ctx: EnvironmentCtx, subscriberId: string, given: string | null | undefined) => {
  const sealed = await findInAppCredentials(ctx)
  if (sealed === null) throw notFound('In app integration could not be found')
  const credentials: { hmac?: unknown } = JSON.parse(ctx.deps.sealer.open(sealed))
  if (credentials.hmac !== true) return
  const expected = await subscriberHash(ctx.deps, ctx.environment, subscriberId)
  if (!equalTexts(given ?? '', expected)) throw badRequest('Please provide a valid HMAC hash')
}

/** Lets a subscriber's widget in, and gives it a token. Fields that are not given stay as they are. */
export const startSession = async (anonymous: Ctx, input: z.output<typeof startWidgetSession.body>) => {
  const { applicationIdentifier, subscriberId, hmacHash, firstName, lastName, email, phone } = input
  const environment = await findEnvironmentByIdentifier(anonymous, applicationIdentifier)
  if (!environment) throw badRequest('Please provide a valid app identifier')
  const ctx = inEnvironment(anonymous, environment)
  await assertHash(ctx, subscriberId, hmacHash)
  const [subscriber] = await upsertSubscribers(ctx, [{ subscriberId, firstName, lastName, email, phone }])
  if (!subscriber) throw new Error('no subscriber')
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
