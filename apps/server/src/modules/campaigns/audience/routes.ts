import * as contract from '@recado/contracts/campaigns/campaigns'
import type { FastifyInstance } from 'fastify'
import { route } from '#server/http/mount.ts'
import { previewAudience } from './actions/preview.ts'
import { removeUpload, takeFile, takePaste } from './actions/upload.ts'

/** Whom a campaign is for. */
export const audienceRoutes = async (app: FastifyInstance): Promise<void> => {
  route(app, contract.previewAudience, (ctx, { params, body }) => previewAudience(ctx, params.id, body))
  route(app, contract.uploadAudience, (ctx, { params, file }) => takeFile(ctx, params.id, file))
  route(app, contract.pasteAudience, (ctx, { params, body }) => takePaste(ctx, params.id, body.text))
  route(app, contract.removeAudienceUpload, (ctx, { params }) => removeUpload(ctx, params.id, params.uploadId))
}
