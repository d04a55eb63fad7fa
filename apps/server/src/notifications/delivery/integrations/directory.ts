import { createEnvironmentCache } from '#server/notifications/shared/context.ts'
import { listIntegrations } from './queries.ts'

/** The integrations of the environment, from a cache that changes invalidate. */
export const listEnvironmentIntegrations = createEnvironmentCache(listIntegrations)
