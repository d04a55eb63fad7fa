import { type Deps, systemCtx } from '#server/context.ts'
import { createCache } from '#server/lib/cache.ts'
import { perDeps } from '#server/lib/per-deps.ts'
import { findEnvironmentById } from '#server/notifications/audience/environments/queries.ts'
import { preferenceFacts } from '#server/notifications/audience/preferences/queries.ts'
import { findTenantsByKeys, type TenantRow } from '#server/notifications/audience/tenants/queries.ts'
import { overridesOf } from '#server/notifications/definitions/workflows/overrides/directory.ts'
import {
  type Environment,
  type EnvironmentCtx,
  inEnvironment,
  type SubscriberRow,
} from '#server/notifications/shared/context.ts'
import type { PreferenceFacts } from './world.ts'

const ENVIRONMENT_CACHE_MS = 5000

const environmentsOf = perDeps(() => createCache<Environment | null>({ ttlMs: ENVIRONMENT_CACHE_MS }))

/** A context of the engine inside an environment; null when that is gone. */
export const environmentCtx = async (deps: Deps, environmentId: string): Promise<EnvironmentCtx | null> => {
  const ctx = systemCtx(deps, 'notifications.engine')
  const found = await environmentsOf(deps).load(environmentId, () => findEnvironmentById(ctx, environmentId))
  return found && inEnvironment(ctx, found)
}

const undecided = { global: null, workflow: null, quietHours: null, mutedTenants: [] }

export type Surroundings = {
  tenants: Map<string, TenantRow>
  preferencesOf: (subscriber: SubscriberRow | null, workflowId: string, tenantId: string | null) => PreferenceFacts
}

type Want = { subscriberId: string; workflowId: string; critical: boolean; tenantId: string | null }

/** Reads at once what the steps of many runs look at. Critical workflows ask for no preferences. */
export const readSurroundings = async (ctx: EnvironmentCtx, wants: readonly Want[]): Promise<Surroundings> => {
  const tenantIds = [...new Set(wants.flatMap(({ tenantId }) => tenantId ?? []))]
  const asking = wants.filter(({ critical }) => !critical)
  const [tenantRows, facts, overrides] = await Promise.all([
    tenantIds.length > 0 ? findTenantsByKeys(ctx, tenantIds) : [],
    asking.length > 0 ? preferenceFacts(ctx, asking) : null,
    tenantIds.length > 0 ? overridesOf(ctx) : null,
  ])
  return {
    tenants: new Map(tenantRows.map((row) => [row.id, row])),
    preferencesOf: (subscriber, workflowId, tenantId) => {
      const decided = subscriber && facts ? facts(subscriber.id, workflowId) : undecided
      const override = tenantId === null ? undefined : overrides?.get(`${workflowId}:${tenantId}`)
      return { ...decided, override: override?.preferenceSettings ?? null }
    },
  }
}
