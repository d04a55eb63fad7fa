import type { EndpointShape } from '@recado/contracts'
import type { Plan } from '@recado/contracts/companies/plans'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '#server/config.ts'
import type { CompanyContext, Deps, KeyActor } from '#server/context.ts'
import { perDeps } from '#server/lib/per-deps.ts'
import { AppError } from './app-error.ts'
import { createMeter, type Meter, payForCall } from './rate-limit.ts'

/** Who stands behind the secret of a request: the answer of the module of API keys, which throws for unknown ones. */
export type KeyResolver = (
  deps: Deps,
  request: { secret: string; ip: string },
) => Promise<{ actor: KeyActor; company: CompanyContext; plan: Plan }>

type Caller = Pick<KeyActor, 'keyId' | 'ownerId'> & { plan: Plan }

declare module 'fastify' {
  interface FastifyInstance {
    resolveKey: KeyResolver
  }
  interface FastifyRequest {
    /** The key that calls, once it is known; whatever becomes of the call. */
    caller: Caller | null
    /** The code of the problem that was answered. */
    problem: string | null
  }
}

/** What all secrets of keys begin with. Other bearers are none of ours. */
const SECRET = /^Bearer (rk_\S+)$/

/** The secret that a request carries as a bearer; null for none. */
export const secretOf = ({ headers }: FastifyRequest): string | null =>
  SECRET.exec(headers.authorization ?? '')?.[1] ?? null

const MOST_KEYS = 20_000

const metersOf = perDeps((_deps: Deps) => new Map<string, Meter>())

const WINDOW_SECONDS = 60
const BURST = 0.1

/** How many calls a key of a company with a plan may make in a minute. */
export const callsPerMinute = (config: Config, plan: Plan): number =>
  ({
    free: config.API_LIMIT_FREE,
    business: config.API_LIMIT_BUSINESS,
    enterprise: config.API_LIMIT_ENTERPRISE,
    unlimited: config.API_LIMIT_UNLIMITED,
  })[plan]

const meterOf = (deps: Deps, keyId: string, plan: Plan): Meter => {
  const meters = metersOf(deps)
  const perMinute = callsPerMinute(deps.config, plan)
  const limit = { perSecond: perMinute / WINDOW_SECONDS, windowSeconds: WINDOW_SECONDS, burst: BURST }
  const known = meters.get(keyId)
  // Of another plan it begins anew.
  const meter = known?.limit === String(perMinute) ? known : createMeter(limit, deps.now().getTime())
  meters.delete(keyId)
  meters.set(keyId, meter)
  const oldest = meters.size > MOST_KEYS ? meters.keys().next().value : undefined
  if (oldest) meters.delete(oldest)
  return meter
}

/** Counts a call of a key, and says in headers what is left. Throws `rate_limited`. Each process counts for itself. */
export const refuseExcess = (deps: Deps, { keyId, plan }: Caller, reply: FastifyReply): void => {
  const meter = meterOf(deps, keyId, plan)
  const isPaid = payForCall(reply, meter, { cost: 1, policy: meter.policy, now: deps.now().getTime() })
  if (!isPaid) throw new AppError('rate_limited')
}

/** Throws `scope_required` unless a key may call an endpoint. */
export const assertScope = ({ scopes }: KeyActor, { scope }: EndpointShape): void => {
  if (!scope || !scopes.includes(scope)) throw new AppError('scope_required', { data: { scope: scope ?? null } })
}
