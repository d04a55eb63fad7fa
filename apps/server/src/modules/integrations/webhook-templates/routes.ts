import * as contract from '@recado/contracts/integrations/webhook-templates'
import type { FastifyInstance } from 'fastify'
import { AppError } from '#server/http/app-error.ts'
import { route } from '#server/http/mount.ts'
import * as actions from './actions.ts'
import { listTemplates, readTemplate } from './view.ts'

/** Systems that platform admins add to those that companies can connect. */
export const webhookTemplateRoutes = async (app: FastifyInstance): Promise<void> => {
  route(app, contract.listWebhookTemplates, async (ctx) => ({ data: await listTemplates(ctx) }))
  route(app, contract.createWebhookTemplate, (ctx, { body }) => actions.create(ctx, body))
  route(app, contract.getWebhookTemplate, (ctx, { params, query }) => readTemplate(ctx, params.key, query.number))
  route(app, contract.saveWebhookTemplate, (ctx, { params, body }) => actions.save(ctx, params.key, body))
  route(app, contract.beginWebhookTemplateDraft, (ctx, { params }) => actions.begin(ctx, params.key))
  route(app, contract.discardWebhookTemplateDraft, (ctx, { params }) => actions.discard(ctx, params.key))
  route(app, contract.testWebhookTemplate, (ctx, { params, body }) => actions.test(ctx, params.key, body))
  route(app, contract.publishWebhookTemplate, (ctx, { params, body }) => actions.publish(ctx, params.key, body.version))
  route(app, contract.deprecateWebhookTemplate, (ctx, { params, body }) =>
    actions.deprecate(ctx, params.key, params.number, body.deprecated),
  )
  route(app, contract.setWebhookTemplateLogo, (ctx, { params, file }) => {
    if (!file)
      throw new AppError('validation_failed', { errors: [{ path: 'file', code: 'required', message: 'No file' }] })
    return actions.setLogo(ctx, params.key, file.stream)
  })
  route(app, contract.removeWebhookTemplateLogo, (ctx, { params }) => actions.setLogo(ctx, params.key, null))
  route(app, contract.listWebhookTemplateUses, (ctx, { params, query }) => actions.uses(ctx, params.key, query))
  route(app, contract.moveWebhookTemplateUses, (ctx, { params, body }) => actions.move(ctx, params.key, body))
}
