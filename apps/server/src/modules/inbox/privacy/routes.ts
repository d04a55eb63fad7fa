import { exportContactData, sendPrivacyCode } from '@recado/contracts/contacts/privacy-requests'
import type { FastifyInstance } from 'fastify'
import { route } from '#server/http/mount.ts'
import { sendCode } from './code.ts'
import { startContactExport } from './package.ts'

/** What privacy requests need of conversations. */
export const inboxPrivacyRoutes = async (app: FastifyInstance): Promise<void> => {
  route(app, sendPrivacyCode, (ctx, { params, body }) => sendCode(ctx, params.id, body.template))
  route(app, exportContactData, (ctx, { params, body }) => startContactExport(ctx, params.id, body.requestId))
}
