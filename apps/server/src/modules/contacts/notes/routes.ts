import * as contract from '@recado/contracts/contacts/contact-notes'
import type { FastifyInstance } from 'fastify'
import { route } from '#server/http/mount.ts'
import { createNote, deleteNote, readNotes, updateNote } from './actions.ts'

/** Notes, tasks and calls that members write down about contacts. */
export const noteRoutes = async (app: FastifyInstance): Promise<void> => {
  route(app, contract.listContactNotes, async (ctx, { params }) => ({ data: await readNotes(ctx, params.id) }))
  route(app, contract.createContactNote, (ctx, { params, body }) => createNote(ctx, params.id, body))
  route(app, contract.updateContactNote, (ctx, { params, body }) => updateNote(ctx, params, body))
  route(app, contract.deleteContactNote, async (ctx, { params }) => {
    await deleteNote(ctx, params)
    return undefined
  })
}
