import { contactFields, listContactFields } from '@recado/contracts/contacts/contact-fields'
import type { FastifyInstance } from 'fastify'
import { route } from '#server/http/mount.ts'
import { seesPersonalData } from '#server/modules/contacts/contacts/index.ts'
import { listAllReferences } from './catalogue.ts'
import { listAttributeFacts } from './queries/references.ts'

/** What contacts can be filtered by. */
export const filterRoutes = async (app: FastifyInstance): Promise<void> => {
  route(app, listContactFields, async (ctx) => ({
    data: contactFields(await listAttributeFacts(ctx), { personalData: seesPersonalData(ctx), segments: true }),
    references: await listAllReferences(ctx),
  }))
}
