import * as contract from '@recado/contracts/shared/settings'
import type { FastifyInstance } from 'fastify'
import { AppError } from '#server/http/app-error.ts'
import { route } from '#server/http/mount.ts'
import { openImage, uploadImage } from './images.ts'
import { listVersions, revertSettings, saveImage, saveSettings, showSettings } from './save.ts'
import { loadSettings } from './store.ts'

/** The settings of the installation, and what of them everybody may read. */
export const settingsRoutes = async (app: FastifyInstance): Promise<void> => {
  route(app, contract.getSettings, (ctx) => showSettings(ctx))
  route(app, contract.saveSettings, (ctx, { body }) => saveSettings(ctx, body))
  route(app, contract.listSettingsVersions, async (ctx) => ({ data: await listVersions(ctx) }))
  route(app, contract.revertSettings, (ctx, { params }) => revertSettings(ctx, params.version))
  route(app, contract.uploadBrandImage, (ctx, { params, file }) => {
    if (!file)
      throw new AppError('validation_failed', { errors: [{ path: 'file', code: 'required', message: 'No file' }] })
    return uploadImage(ctx, params.kind, file.stream)
  })
  route(app, contract.removeBrandImage, (ctx, { params }) => saveImage(ctx, params.kind, ''))
  route(app, contract.getBrandImage, async (ctx, { params, query }, { reply }) => {
    const { mime, stream } = await openImage(ctx, params.kind, query.v)
    await reply.header('content-type', mime).header('cache-control', 'public, max-age=604800').send(stream)
  })
  route(app, contract.getLegal, async (ctx) => {
    const { legal } = await loadSettings(ctx.deps)
    return {
      terms: { version: legal.termsVersion, text: legal.termsText },
      privacy: { version: legal.privacyVersion, text: legal.privacyText },
    }
  })
}
