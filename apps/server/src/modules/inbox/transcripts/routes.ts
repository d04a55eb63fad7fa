import { exportConversation } from '@recado/contracts/inbox/transcripts'
import type { FastifyInstance } from 'fastify'
import { route } from '#server/http/mount.ts'
import { startConversationExport } from './export.ts'

/** Conversations as files to keep or to hand on. */
export const transcriptRoutes = async (app: FastifyInstance): Promise<void> => {
  route(app, exportConversation, (ctx, { params, body }) =>
    startConversationExport(ctx, { conversationId: params.id, ...body }),
  )
}
