import * as contract from '@recado/contracts/inbox/template-mappings'
import type { FastifyInstance } from 'fastify'
import { route } from '#server/http/mount.ts'
import { findMappings, saveMapping } from './queries.ts'

/** How members fill the variables of templates. */
export const templateMappingRoutes = async (app: FastifyInstance): Promise<void> => {
  route(app, contract.listTemplateMappings, async (ctx) => ({ data: await findMappings(ctx) }))
  route(app, contract.saveTemplateMapping, (ctx, { body }) => saveMapping(ctx, body))
}
