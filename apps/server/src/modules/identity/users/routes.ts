import {
  getAvatar,
  getMe,
  removePhoto as removePhotoEndpoint,
  updateMe,
  uploadPhoto,
} from '@recado/contracts/identity/users'
import { getListSettings, updateListSettings } from '@recado/contracts/shared/lists'
import type { FastifyInstance } from 'fastify'
import { AppError } from '#server/http/app-error.ts'
import { route } from '#server/http/mount.ts'
import { openAvatar, readProfile, removePhoto, setPhoto, updateProfile } from './actions.ts'
import { readListSettings, writeListSettings } from './list-settings.ts'

/** A person's own profile, and photos. */
export const userRoutes = async (app: FastifyInstance): Promise<void> => {
  route(app, getMe, (ctx) => readProfile(ctx))
  route(app, getListSettings, async (ctx) => ({ data: await readListSettings(ctx) }))
  route(app, updateListSettings, (ctx, { body }) => writeListSettings(ctx, body.list, body.settings))
  route(app, updateMe, (ctx, { body }) => updateProfile(ctx, body))
  route(app, uploadPhoto, async (ctx, { file }) => {
    if (!file)
      throw new AppError('validation_failed', {
        errors: [{ path: 'file', code: 'required', message: 'A file is required' }],
      })
    return { avatarUrl: await setPhoto(ctx, file.stream) }
  })
  route(app, removePhotoEndpoint, (ctx) => removePhoto(ctx))
  route(app, getAvatar, async (ctx, { params }, { reply }) => {
    const { mime, stream } = await openAvatar(ctx, params.id)
    await reply.type(mime).header('cache-control', 'private, max-age=86400').send(stream)
  })
}
