import { brandImageMaxBytes, brandImageTypes } from '@recado/contracts/shared/settings'
import { fileTypeFromBuffer } from 'file-type'
import sharp from 'sharp'
import type { Ctx } from '#server/context.ts'
import { AppError } from '#server/http/app-error.ts'
import { newId } from '#server/lib/ids.ts'
import { readUpload } from '#server/lib/read-upload.ts'
import { insertFile, type PictureKind } from '#server/modules/shared/files/index.ts'

const MOST_PIXELS = 25_000_000

const refuse = (cause?: unknown) => new AppError('file_type_refused', { data: { allowed: brandImageTypes }, cause })

type Box = { width: number; height: number }

// Drawn again as pixels, so that nothing of a vector file, which may hold scripts, is ever served.
const drawn = async (upload: Buffer, { width, height }: Box): Promise<Buffer> => {
  const type = await fileTypeFromBuffer(upload)
  const vector = /<svg[\s>]/i.test(upload.subarray(0, 2000).toString('utf8'))
  if (type?.mime !== 'image/png' && type?.mime !== 'image/jpeg' && !vector) throw refuse()
  try {
    return await sharp(upload, { limitInputPixels: MOST_PIXELS, density: 192 })
      .rotate()
      .resize({ width, height, fit: 'inside' })
      .png()
      .toBuffer()
  } catch (cause) {
    throw refuse(cause)
  }
}

/**
 * Keeps a PNG, JPEG or SVG file as a picture of the installation; what is answered writes it down in a transaction and
 * answers its id. Throws `file_type_refused` and `file_too_large`.
 */
export const keepPicture = async (
  { deps }: Pick<Ctx, 'deps'>,
  { kind, ...box }: { kind: PictureKind } & Box,
  stream: NodeJS.ReadableStream,
): Promise<(tx: Pick<Ctx, 'db'>) => Promise<string>> => {
  const picture = await drawn(await readUpload(stream, brandImageMaxBytes), box)
  const { path, size, sha256 } = await deps.files.put(picture, brandImageMaxBytes * 4)
  return async (tx) => {
    const id = newId()
    await insertFile(tx, { id, ownerKind: kind, path, name: `${kind}.png`, mime: 'image/png', size, sha256 })
    return id
  }
}
