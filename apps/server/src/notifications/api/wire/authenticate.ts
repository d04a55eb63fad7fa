import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Ctx, Deps } from '#server/context.ts'
import { countUnknown, forgiveUnknown } from '#server/http/public-throttle.ts'
import { hashToken } from '#server/lib/seal.ts'
import { findEnvironmentById, findEnvironmentByKeyHash } from '#server/notifications/audience/environments/queries.ts'
import { findSubscriber } from '#server/notifications/audience/subscribers/queries.ts'
import { readWidgetToken } from '#server/notifications/inbox/widget/token.ts'
import type { Environment, SubscriberRow } from '#server/notifications/shared/context.ts'
import { V1Error } from '#server/notifications/shared/errors.ts'
import { isGuarded, lookAt, type Withheld } from '#server/notifications/shared/inbox-guard.ts'

const KEY_CACHE_MS = 5000

export type Http = { request: FastifyRequest; reply: FastifyReply }

type Entry = { environment: Promise<Environment | null>; until: number }
const caches = new WeakMap<Deps, Map<string, Entry>>()

const cacheOf = (deps: Deps) => {
  const known = caches.get(deps)
  if (known) return known
  const cache = new Map<string, Entry>()
  caches.set(deps, cache)
  deps.bus.subscribe('notifications.changed', () => cache.clear())
  deps.bus.onGap(() => cache.clear())
  return cache
}

/** Throws 429 when an address sends too much without saying who it is. */
export const refuseFlood = (ctx: Ctx, { request, reply }: Http): void => {
  const wait = countUnknown(ctx.deps, request.ip)
  if (wait === 0) return
  reply.header('retry-after', String(Math.max(1, Math.ceil(wait))))
  throw new V1Error(429, 'Too many requests from this address')
}

const environmentOfKey = (ctx: Ctx, key: string, http: Http): Promise<Environment | null> => {
  const cache = cacheOf(ctx.deps)
  const hash = hashToken(key)
  const known = cache.get(hash)
  if (known && known.until > Date.now()) return known.environment
  refuseFlood(ctx, http)
  const environment = findEnvironmentByKeyHash(ctx, hash).then((found) => {
    if (found) forgiveUnknown(ctx.deps, http.request.ip)
    return found
  })
  if (cache.size > 10_000) cache.clear()
  cache.set(hash, { environment, until: Date.now() + KEY_CACHE_MS })
  environment.catch(() => cache.delete(hash))
  return environment
}

const credentialsOf = (request: FastifyRequest): [scheme: string, rest: string] => {
  const header = request.headers.authorization
  if (!header) throw new V1Error(401, 'Missing authorization header')
  const space = header.indexOf(' ')
  return space < 0 ? [header, ''] : [header.slice(0, space), header.slice(space + 1).trim()]
}

/** The environment whose key the request carries; 401 otherwise. */
export const authenticateKey = async (ctx: Ctx, http: Http): Promise<Environment> => {
  const [scheme, key] = credentialsOf(http.request)
  if (scheme === 'Bearer') throw new V1Error(401, 'Unauthorized')
  if (scheme !== 'ApiKey') throw new V1Error(401, `Invalid authentication scheme: "${scheme}"`)
  const environment = await environmentOfKey(ctx, key, http)
  if (!environment) throw new V1Error(401, 'API Key not found')
  return environment
}

/** The subscriber whose widget token the request carries, read anew each time; 401 otherwise. */
export const authenticateWidget = async (
  ctx: Ctx,
  token: string,
): Promise<{ environment: Environment; subscriber: SubscriberRow; withheld: Withheld } | null> => {
  const claims = readWidgetToken(ctx.deps, token)
  if (!claims) return null
  const [environment, subscriber] = await Promise.all([
    findEnvironmentById(ctx, claims.environmentId),
    findSubscriber(ctx, claims.environmentId, claims.subscriberId),
  ])
  if (!environment || !subscriber || subscriber.id !== claims._id) return null
  const { sid: sessionId = null, subscriberId } = claims
  const withheld = isGuarded(environment) ? await lookAt(ctx, { subscriberId, sessionId, ip: ctx.ip }) : []
  return withheld && { environment, subscriber, withheld }
}

export const bearerOf = (request: FastifyRequest): string => {
  const [scheme, token] = request.headers.authorization ? credentialsOf(request) : ['', '']
  return scheme === 'Bearer' ? token : ''
}
