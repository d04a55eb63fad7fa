import * as contract from '@recado/contracts/contacts/tags'
import type { FastifyInstance } from 'fastify'
import { route } from '#server/http/mount.ts'
import { listTags, mergeTags, tags } from './actions.ts'

/** What contacts are filed under. */
export const tagRoutes = async (app: FastifyInstance): Promise<void> => {
  route(app, contract.listContactTags, async (ctx, { query }) => ({
    data: await listTags(ctx, query.with === 'counts'),
  }))
  route(app, contract.createContactTag, (ctx, { body }) => tags.create(ctx, body))
  route(app, contract.updateContactTag, (ctx, { params, body: { version, ...change } }) =>
    tags.update(ctx, params.id, version, change),
  )
  route(app, contract.mergeContactTags, (ctx, { params, body }) => mergeTags(ctx, params.id, body.intoId))
  route(app, contract.deleteContactTag, (ctx, { params, query }) => tags.remove(ctx, params.id, query.force === 'yes'))
}
