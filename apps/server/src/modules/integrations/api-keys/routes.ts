import * as contract from '@recado/contracts/integrations/api-keys'
import type { FastifyInstance } from 'fastify'
import { route } from '#server/http/mount.ts'
import { createKey, listKeys, revokeKey, rotateKey, updateKey } from './actions.ts'

/** The keys by which programs use the API of a company. */
export const apiKeyRoutes = async (app: FastifyInstance): Promise<void> => {
  route(app, contract.listApiKeys, async (ctx) => ({ data: await listKeys(ctx) }))
  route(app, contract.createApiKey, (ctx, { body }) => createKey(ctx, body))
  route(app, contract.updateApiKey, (ctx, { params, body }) => updateKey(ctx, params.id, body))
  route(app, contract.rotateApiKey, (ctx, { params, body }) => rotateKey(ctx, params.id, body))
  route(app, contract.revokeApiKey, (ctx, { params }) => revokeKey(ctx, params.id))
}
