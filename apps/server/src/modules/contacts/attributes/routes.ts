import * as contract from '@recado/contracts/contacts/contact-attributes'
import type { FastifyInstance } from 'fastify'
import { route } from '#server/http/mount.ts'
import { attributes, listAttributes } from './actions.ts'

/** Fields of contacts that a company made up. */
export const attributeRoutes = async (app: FastifyInstance): Promise<void> => {
  route(app, contract.listContactAttributes, async (ctx) => ({ data: await listAttributes(ctx) }))
  route(app, contract.createContactAttribute, (ctx, { body }) => attributes.create(ctx, body))
  route(app, contract.updateContactAttribute, (ctx, { params, body: { version, ...change } }) =>
    attributes.update(ctx, params.id, version, change),
  )
  route(app, contract.deleteContactAttribute, (ctx, { params, query }) =>
    attributes.remove(ctx, params.id, query.force === 'yes'),
  )
}
