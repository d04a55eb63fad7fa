import { listContactFields } from '@recado/contracts/contacts/contact-fields'
import type { FastifyInstance } from 'fastify'
import { route } from '#server/http/mount.ts'
import { seesPersonalData } from '#server/modules/contacts/contacts/index.ts'
import { listAllReferences, loadFields } from './catalogue.ts'

/** What contacts can be filtered by. */
export const filterRoutes = async (app: FastifyInstance): Promise<void> => {
  route(app, listContactFields, async (ctx) => ({
    data: await loadFields(ctx, { personalData: seesPersonalData(ctx), segments: true }),
    references: await listAllReferences(ctx),
  }))
}
