import { photoTypes } from '@recado/contracts/identity/users'
import { fileTypeFromBuffer } from 'file-type'
import sharp from 'sharp'
import { AppError } from '#server/http/app-error.ts'

const SIDE = 256
const MOST_PIXELS = 50_000_000

/** A square WebP of 256 pixels, turned upright, without metadata. Throws `file_type_refused` for anything but JPEG and PNG. */
export const squarePhoto = async (upload: Buffer): Promise<Buffer> => {
  const type = await fileTypeFromBuffer(upload)
  const allowed: readonly string[] = photoTypes
  if (!type || !allowed.includes(type.mime)) throw new AppError('file_type_refused', { data: { allowed } })
  try {
    return await sharp(upload, { limitInputPixels: MOST_PIXELS, failOn: 'error' })
      .rotate()
      .resize(SIDE, SIDE, { fit: 'cover' })
      .webp({ quality: 82 })
      .toBuffer()
  } catch (cause) {
    throw new AppError('file_type_refused', { cause, data: { allowed } })
  }
}
