import * as contract from '@recado/contracts/shared/feature-flags'
import type { FastifyInstance } from 'fastify'
import { route } from '#server/http/mount.ts'
import { listFeatureFlags, updateFeatureFlag } from './actions.ts'

/** Feature flags for all; those of companies are settled where companies are looked after. */
export const featureFlagRoutes = async (app: FastifyInstance): Promise<void> => {
  route(app, contract.listFeatureFlags, async (ctx) => ({ data: await listFeatureFlags(ctx) }))
  route(app, contract.updateFeatureFlag, (ctx, { params, body }) => updateFeatureFlag(ctx, params.key, body))
}
