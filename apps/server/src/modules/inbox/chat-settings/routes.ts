import * as contract from '@recado/contracts/inbox/chat-settings'
import type { FastifyInstance } from 'fastify'
import { route } from '#server/http/mount.ts'
import { readChatSettings, updateChatSettings } from './actions.ts'

/** How a company's chat behaves. */
export const chatSettingsRoutes = async (app: FastifyInstance): Promise<void> => {
  route(app, contract.getChatSettings, (ctx) => readChatSettings(ctx))
  route(app, contract.updateChatSettings, (ctx, { body }) => updateChatSettings(ctx, body))
}
