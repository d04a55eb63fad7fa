import {
  type ChannelProfile,
  channelPhotoMaxBytes,
  channelPhotoMinSide,
} from '@recado/contracts/whatsapp/channel-profile'
import { fileTypeFromBuffer } from 'file-type'
import sharp from 'sharp'
import { type CompanyCtx, inTransaction } from '#server/context.ts'
import { AppError } from '#server/http/app-error.ts'
import { readUpload } from '#server/lib/read-upload.ts'
import { asAppError } from '#server/lib/whatsapp-cloud/provider-error.ts'
import { recordAudit } from '#server/modules/shared/audit/index.ts'
import { findChannelAccess, graphClientFor } from '#server/modules/whatsapp/directory/index.ts'
import { updateChannel } from '../queries/channels.ts'
import { profileOf } from '../view.ts'
import { loadChannel } from './load.ts'
import { announceChannel } from './status.ts'

const SIDE = 640
const allowed = ['image/jpeg', 'image/png']

/** A square JPEG, turned upright, without metadata. Throws `file_type_refused` for other files and for small pictures. */
const squareJpeg = async (upload: Buffer): Promise<Buffer> => {
  const type = await fileTypeFromBuffer(upload)
  if (!type || !allowed.includes(type.mime)) throw new AppError('file_type_refused', { data: { allowed } })
  try {
    const picture = sharp(upload, { limitInputPixels: 50_000_000, failOn: 'error' })
    const { width = 0, height = 0 } = await picture.metadata()
    if (Math.min(width, height) < channelPhotoMinSide)
      throw new AppError('file_type_refused', { data: { allowed, minSide: channelPhotoMinSide } })
    return await picture
      .rotate()
      .resize(SIDE, SIDE, { fit: 'cover' })
      .flatten({ background: '#fff' })
      .jpeg({ quality: 88 })
      .toBuffer()
  } catch (cause) {
    throw cause instanceof AppError ? cause : new AppError('file_type_refused', { cause, data: { allowed } })
  }
}

/** Sets the photo that customers see, and keeps the profile that Meta shows then. */
export const setChannelPhoto = async (
  ctx: CompanyCtx,
  channelId: string,
  upload: NodeJS.ReadableStream,
): Promise<ChannelProfile> => {
  const { channel } = await loadChannel(ctx, channelId)
  const photo = await squareJpeg(await readUpload(upload, channelPhotoMaxBytes))
  const access = await findChannelAccess(ctx.deps, channelId)
  const appId = ctx.deps.config.WHATSAPP_APP_ID
  if (channel.disconnectedAt || !access?.accessToken || !appId)
    throw new AppError('channel_not_sendable', { data: { status: channel.status } })
  try {
    const client = graphClientFor(ctx.deps, access.accessToken)
    const file = { bytes: photo, mimeType: 'image/jpeg', fileName: 'profile.jpg' }
    const handle = await client.uploadTemplateSample(appId, file)
    await client.updateBusinessProfile(channel.phoneNumberId, { profile_picture_handle: handle })
    const profile = await client.getBusinessProfile(channel.phoneNumberId)
    await inTransaction(ctx, async (tx) => {
      await updateChannel(tx, tx.company.id, channelId, { profile: { ...profile } })
      const target = { type: 'channel', id: channelId, label: channel.phone }
      await recordAudit(tx, { action: 'channel.updated', target, diff: { fields: ['photo'] } })
      announceChannel(tx, tx.company.id, channelId)
    })
    return profileOf(profile)
  } catch (error) {
    throw asAppError(error)
  }
}
