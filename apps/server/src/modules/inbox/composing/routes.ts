import { uploadCannedFile } from '@recado/contracts/inbox/canned-replies'
import * as contract from '@recado/contracts/inbox/messages'
import { testTemplate } from '@recado/contracts/whatsapp/templates'
import type { FastifyInstance } from 'fastify'
import { route } from '#server/http/mount.ts'
import { storeAttachment, storeFreeAttachment, storeUpload } from './actions/attach.ts'
import { reactToMessage } from './actions/react.ts'
import { resendMessage } from './actions/resend.ts'
import { sendMessage } from './actions/send.ts'
import { sendTemplateTest } from './actions/test-template.ts'
import { showTyping } from './actions/typing.ts'

/** What people say in conversations: messages, files, reactions. */
export const composingRoutes = async (app: FastifyInstance): Promise<void> => {
  route(app, contract.sendMessage, (ctx, { params, body }) => sendMessage(ctx, params.id, body))
  route(app, testTemplate, (ctx, { params, body }) => sendTemplateTest(ctx, params.id, body))
  route(app, contract.resendMessage, (ctx, { params, body }) => resendMessage(ctx, params.id, params.messageId, body))
  route(app, contract.showTyping, async (ctx, { params }) => {
    await showTyping(ctx, params.id)
    return undefined
  })
  route(app, contract.uploadAttachment, (ctx, { params, query, file }) =>
    storeAttachment(ctx, params.id, file, query.as === 'document'),
  )
  route(app, contract.uploadMedia, (ctx, { query, file }) => storeUpload(ctx, file, query.as === 'document'))
  route(app, uploadCannedFile, (ctx, { file }) => storeFreeAttachment(ctx, file))
  route(app, contract.reactToMessage, async (ctx, { params, body }) => {
    await reactToMessage(ctx, params.id, params.messageId, body.emoji)
    return undefined
  })
}
