import { type Deps, inTransaction, systemCtx } from '#server/context.ts'
import { createCache } from '#server/lib/cache.ts'
import { perDeps } from '#server/lib/per-deps.ts'
import type { Environment } from '#server/notifications/shared/context.ts'
import { PLATFORM_ORGANIZATION } from '#server/notifications/shared/platform.ts'
import { createEnvironment, firstApiKey } from '../environments/actions.ts'
import { findEnvironmentById, findRootEnvironmentId } from '../environments/queries.ts'
import { insertOrganization } from './queries.ts'

const foundPlatform = async (deps: Deps): Promise<Environment> => {
  const ctx = systemCtx(deps, 'notifications.platform')
  const known = await findRootEnvironmentId(ctx, PLATFORM_ORGANIZATION)
  const created = known
    ? null
    : await inTransaction(ctx, async (tx) => {
        const organization = await insertOrganization(tx, {
          id: PLATFORM_ORGANIZATION,
          name: 'Recado',
          tier: 'business',
          branding: { color: '#0b7285' },
        })
        return organization && createEnvironment(tx, organization, { name: 'Production' })
      })
  if (created) return created.environment
  const id = known ?? (await findRootEnvironmentId(ctx, PLATFORM_ORGANIZATION))
  const environment = id ? await findEnvironmentById(ctx, id) : null
  if (!environment) throw new Error('The environment of the product is missing')
  return environment
}

const platformOf = perDeps(() => createCache<Environment>())

/** The environment that the product itself uses, made when it is missing. Call it once before the first transaction. */
export const ensurePlatformEnvironment = (deps: Deps): Promise<Environment> =>
  platformOf(deps).load(PLATFORM_ORGANIZATION, () => foundPlatform(deps))

/** What reaches the product's own environment from the outside. */
export const platformCredentials = async (
  deps: Deps,
): Promise<{ environment: Environment; apiKey: string; identifier: string }> => {
  const environment = await ensurePlatformEnvironment(deps)
  return { environment, apiKey: await firstApiKey(deps, environment), identifier: environment.identifier }
}
