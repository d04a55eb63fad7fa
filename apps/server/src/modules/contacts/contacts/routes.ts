import { addConsent, listConsents } from '@recado/contracts/contacts/consents'
import * as upserts from '@recado/contracts/contacts/contact-upserts'
import * as contract from '@recado/contracts/contacts/contacts'
import type { FastifyInstance } from 'fastify'
import { route } from '#server/http/mount.ts'
import { readAnyContact } from './actions/card.ts'
import { changeContact } from './actions/change.ts'
import { createContact } from './actions/create.ts'
import { addNotedConsent, readConsents } from './actions/noted-consents.ts'
import { changeTagsOf, upsertContact, upsertContacts } from './actions/upsert.ts'

/** Contacts: the people who write to a company. */
export const contactRoutes = async (app: FastifyInstance): Promise<void> => {
  route(app, contract.getContact, (ctx, { params }) => readAnyContact(ctx, params.id))
  route(app, contract.createContact, (ctx, { body }) => createContact(ctx, body))
  route(app, contract.updateContact, (ctx, { params, body }) => changeContact(ctx, params.id, body))
  route(app, upserts.upsertContact, (ctx, { body }) => upsertContact(ctx, body))
  route(app, upserts.upsertContacts, async (ctx, { body }) => ({ data: await upsertContacts(ctx, body.contacts) }))
  route(app, upserts.setContactTags, (ctx, { params, body }) => changeTagsOf(ctx, params.id, body))
  route(app, listConsents, (ctx, { params }) => readConsents(ctx, params.id))
  route(app, addConsent, (ctx, { params, body }) => addNotedConsent(ctx, params.id, body))
}
