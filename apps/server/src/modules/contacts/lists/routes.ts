import { setContactLists } from '@recado/contracts/contacts/contact-upserts'
import * as contract from '@recado/contracts/contacts/lists'
import type { FastifyInstance } from 'fastify'
import { route } from '#server/http/mount.ts'
import { changeMemberships, listLists, lists, readMemberships } from './actions.ts'

/** Groups of contacts that members put together. */
export const listRoutes = async (app: FastifyInstance): Promise<void> => {
  route(app, contract.listContactLists, async (ctx) => ({ data: await listLists(ctx) }))
  route(app, contract.listListsOfContact, async (ctx, { params }) => ({ data: await readMemberships(ctx, params.id) }))
  route(app, setContactLists, async (ctx, { params, body }) => {
    await changeMemberships(ctx, params.id, body)
    return undefined
  })
  route(app, contract.createContactList, (ctx, { body }) => lists.create(ctx, body))
  route(app, contract.updateContactList, (ctx, { params, body: { version, ...change } }) =>
    lists.update(ctx, params.id, version, change),
  )
  route(app, contract.deleteContactList, (ctx, { params, query }) =>
    lists.remove(ctx, params.id, query.force === 'yes'),
  )
}
