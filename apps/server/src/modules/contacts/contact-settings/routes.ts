import * as contract from '@recado/contracts/contacts/contact-settings'
import type { FastifyInstance } from 'fastify'
import { route } from '#server/http/mount.ts'
import { readContactSettings, updateContactSettings } from './actions.ts'

/** How a company files its contacts. */
export const contactSettingsRoutes = async (app: FastifyInstance): Promise<void> => {
  route(app, contract.getContactSettings, (ctx) => readContactSettings(ctx))
  route(app, contract.updateContactSettings, (ctx, { body }) => updateContactSettings(ctx, body))
}
