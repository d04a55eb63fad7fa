import * as contract from '@recado/contracts/contacts/address-book'
import { searchContacts } from '@recado/contracts/contacts/contact-upserts'
import type { FastifyInstance } from 'fastify'
import { route } from '#server/http/mount.ts'
import { changeContacts, previewChange } from './actions/change.ts'
import { readContactPage } from './actions/list.ts'
import { readChanges, undo } from './actions/undo.ts'

/** Everyone a company talks to, as a list. */
export const addressBookRoutes = async (app: FastifyInstance): Promise<void> => {
  route(app, contract.listContacts, (ctx, { query }) => readContactPage(ctx, query))
  route(app, searchContacts, (ctx, { body }) => readContactPage(ctx, body))
  route(app, contract.previewContactChange, (ctx, { body }) => previewChange(ctx, body.selection, body.change))
  route(app, contract.changeContacts, (ctx, { body }) => changeContacts(ctx, body.selection, body.change))
  route(app, contract.listContactChanges, (ctx, { query }) => readChanges(ctx, query))
  route(app, contract.undoContactChange, (ctx, { params }) => undo(ctx, params.id))
}
