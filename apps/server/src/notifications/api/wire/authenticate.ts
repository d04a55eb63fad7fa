import type { FastifyRequest } from 'fastify'
import type { Ctx, Deps } from '#server/context.ts'
import { forgiveUnknown, refuseFlood } from '#server/http/public-throttle.ts'
import { createCache } from '#server/lib/cache.ts'
import { perDeps } from '#server/lib/per-deps.ts'
import { hashToken } from '#server/lib/seal.ts'
import { findEnvironmentById, findEnvironmentByKeyHash } from '#server/notifications/audience/environments/queries.ts'
import { findSubscriber } from '#server/notifications/audience/subscribers/queries.ts'
import { readWidgetToken } from '#server/notifications/inbox/widget/token.ts'
import type { Environment, EnvironmentCtx, SubscriberCtx } from '#server/notifications/shared/context.ts'
import { V1Error } from '#server/notifications/shared/errors.ts'
import { isGuarded, lookAt } from '#server/notifications/shared/inbox-guard.ts'

const KEY_CACHE_MS = 5000

const cacheOf = perDeps((deps: Deps) => {
  const cache = createCache<Environment | null>({ ttlMs: KEY_CACHE_MS, max: 10_000 })
  deps.bus.subscribe('notifications.changed', cache.invalidateAll)
  deps.bus.onGap(cache.invalidateAll)
  return cache
})

const environmentOfKey = (ctx: Ctx, key: string, ip: string): Promise<Environment | null> => {
  const hash = hashToken(key)
  return cacheOf(ctx.deps).load(hash, () => {
    refuseFlood(ctx.deps, ip)
    return findEnvironmentByKeyHash(ctx, hash).then((found) => {
      if (found) forgiveUnknown(ctx.deps, ip)
      return found
    })
  })
}

const credentialsOf = (request: FastifyRequest): [scheme: string, rest: string] => {
  const header = request.headers.authorization
  if (!header) throw new V1Error(401, 'Missing authorization header')
  const space = header.indexOf(' ')
  return space < 0 ? [header, ''] : [header.slice(0, space), header.slice(space + 1).trim()]
}

/** Puts a program in its environment, by the key that the request carries; 401 otherwise. */
export const authenticateKey = async (anonymous: Ctx, request: FastifyRequest): Promise<EnvironmentCtx> => {
  const [scheme, key] = credentialsOf(request)
  if (scheme === 'Bearer') throw new V1Error(401, 'Unauthorized')
  if (scheme !== 'ApiKey') throw new V1Error(401, `Invalid authentication scheme: "${scheme}"`)
  const environment = await environmentOfKey(anonymous, key, request.ip)
  if (!environment) throw new V1Error(401, 'API Key not found')
  return { ...anonymous, actor: { kind: 'apiKey', environmentId: environment.id }, environment }
}

/** Puts a subscriber at their inbox, by the widget token, which is checked again each time; 401 otherwise. */
export const authenticateWidget = async (anonymous: Ctx, token: string): Promise<SubscriberCtx> => {
  const refusal = new V1Error(401, 'Unauthorized')
  const claims = readWidgetToken(anonymous.deps, token)
  if (!claims) throw refusal
  const [environment, subscriber] = await Promise.all([
    findEnvironmentById(anonymous, claims.environmentId),
    findSubscriber(anonymous, claims.environmentId, claims.subscriberId),
  ])
  if (!environment || !subscriber || subscriber.id !== claims._id) throw refusal
  const { sid: sessionId = null, subscriberId } = claims
  const withheld = isGuarded(environment) ? await lookAt(anonymous, { subscriberId, sessionId, ip: anonymous.ip }) : []
  if (!withheld) throw refusal
  const actor = { kind: 'subscriber' as const, subscriberId: subscriber.id, environmentId: environment.id }
  return { ...anonymous, actor, environment, subscriber, withheld }
}

export const bearerOf = (request: FastifyRequest): string => {
  const [scheme, token] = request.headers.authorization ? credentialsOf(request) : ['', '']
  return scheme === 'Bearer' ? token : ''
}
