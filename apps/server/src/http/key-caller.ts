import type { EndpointShape } from '@recado/contracts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { CompanyContext, Deps, KeyActor } from '#server/context.ts'
import { perDeps } from '#server/lib/per-deps.ts'
import { AppError } from './app-error.ts'
import { createMeter, type Meter, payForCall } from './rate-limit.ts'

/** Who stands behind the secret of a request: the answer of the module of API keys, which throws for unknown ones. */
export type KeyResolver = (
  deps: Deps,
  request: { secret: string; ip: string },
) => Promise<{ actor: KeyActor; company: CompanyContext }>

declare module 'fastify' {
  interface FastifyInstance {
    resolveKey: KeyResolver
  }
}

/** What all secrets of keys begin with. Other bearers are none of ours. */
const SECRET = /^Bearer (rk_\S+)$/

/** The secret that a request carries as a bearer; null for none. */
export const secretOf = ({ headers }: FastifyRequest): string | null =>
  SECRET.exec(headers.authorization ?? '')?.[1] ?? null

const MOST_KEYS = 20_000

const metersOf = perDeps((_deps: Deps) => new Map<string, Meter>())

const meterOf = (deps: Deps, keyId: string): Meter => {
  const meters = metersOf(deps)
  const { API_CALLS_PER_SECOND: perSecond } = deps.config
  const meter = meters.get(keyId) ?? createMeter({ perSecond, windowSeconds: 10, burst: 0.5 }, deps.now().getTime())
  meters.delete(keyId)
  meters.set(keyId, meter)
  const oldest = meters.size > MOST_KEYS ? meters.keys().next().value : undefined
  if (oldest) meters.delete(oldest)
  return meter
}

/** Counts a call of a key, and says in headers what is left. Throws `rate_limited`. Each process counts for itself. */
export const refuseExcess = (deps: Deps, keyId: string, reply: FastifyReply): void => {
  const meter = meterOf(deps, keyId)
  const isPaid = payForCall(reply, meter, { cost: 1, policy: meter.policy, now: deps.now().getTime() })
  if (!isPaid) throw new AppError('rate_limited')
}

/** Throws `scope_required` unless a key may call an endpoint. */
export const assertScope = ({ scopes }: KeyActor, { scope }: EndpointShape): void => {
  if (!scope || !scopes.includes(scope)) throw new AppError('scope_required', { data: { scope: scope ?? null } })
}
