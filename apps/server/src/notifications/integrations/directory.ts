import { createEnvironmentCache } from '../context.ts'
import { listIntegrations } from './queries/integrations.ts'

export type { IntegrationRow } from './queries/integrations.ts'

/** The integrations of the environment, from a cache that changes invalidate. */
export const listEnvironmentIntegrations = createEnvironmentCache(listIntegrations)
