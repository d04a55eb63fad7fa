import { photoMaxBytes, photoTypes } from '@recado/contracts/users'
import { fileTypeFromBuffer } from 'file-type'
import sharp from 'sharp'
import { AppError } from '#server/http/app-error.ts'

const SIDE = 256
const MOST_PIXELS = 50_000_000

/** Reads an upload whole. Throws `file_too_large` once it passes the limit. */
export const readUpload = async (stream: NodeJS.ReadableStream): Promise<Buffer> => {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of stream) {
    const bytes = Buffer.from(chunk as Uint8Array)
    size += bytes.length
    if (size > photoMaxBytes) throw new AppError('file_too_large', { data: { maxBytes: photoMaxBytes } })
    chunks.push(bytes)
  }
  return Buffer.concat(chunks)
}

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
