import * as contract from '@recado/contracts/integrations/webhook-sources'
import type { FastifyInstance } from 'fastify'
import { AppError } from '#server/http/app-error.ts'
import { route } from '#server/http/mount.ts'
import { findPicture } from '#server/modules/shared/files/index.ts'
import { cardOf } from './catalogue.ts'
import { offeredSources } from './registry.ts'

/** Systems whose webhooks can be taken in. */
export const webhookSourceRoutes = async (app: FastifyInstance): Promise<void> => {
  route(app, contract.listWebhookSources, async (ctx) => ({
    data: (await offeredSources(ctx, ctx.company.accessBlocks)).map(cardOf),
  }))
  route(app, contract.getWebhookSourceLogo, async (ctx, { params }, { reply }) => {
    const file = await findPicture(ctx, 'webhook_logo', params.file)
    if (!file) throw new AppError('not_found')
    const stream = ctx.deps.files.read(file.path)
    await reply.header('content-type', file.mime).header('cache-control', 'public, max-age=604800').send(stream)
  })
}
