import { brandImageMaxBytes, brandImageTypes } from '@recado/contracts/shared/settings'
import { fileTypeFromBuffer } from 'file-type'
import sharp from 'sharp'
import { type Ctx, inTransaction, type UserCtx } from '#server/context.ts'
import { AppError } from '#server/http/app-error.ts'
import { newId } from '#server/lib/ids.ts'
import { readUpload } from '#server/lib/read-upload.ts'
import { findBrandFile, insertFile } from '#server/modules/shared/files/index.ts'
import { saveImage } from './save.ts'

type Kind = 'logo' | 'favicon'

const HEIGHT: Record<Kind, number> = { logo: 160, favicon: 128 }
const MOST_PIXELS = 25_000_000

const refuse = (cause?: unknown) => new AppError('file_type_refused', { data: { allowed: brandImageTypes }, cause })

// Drawn again as pixels, so that nothing of a vector file, which may hold scripts, is ever served.
const drawn = async (upload: Buffer, kind: Kind): Promise<Buffer> => {
  const type = await fileTypeFromBuffer(upload)
  const vector = /<svg[\s>]/i.test(upload.subarray(0, 2000).toString('utf8'))
  if (type?.mime !== 'image/png' && type?.mime !== 'image/jpeg' && !vector) throw refuse()
  const height = HEIGHT[kind]
  const width = kind === 'logo' ? height * 6 : height
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

/** Keeps a PNG, JPEG or SVG file as the logo or favicon. Throws `file_type_refused` and `file_too_large`. */
export const uploadImage = async (ctx: UserCtx, kind: Kind, stream: NodeJS.ReadableStream) => {
  const picture = await drawn(await readUpload(stream, brandImageMaxBytes), kind)
  const stored = await ctx.deps.files.put(picture, brandImageMaxBytes * 4)
  const id = newId()
  return inTransaction(ctx, async (tx) => {
    await insertFile(tx, {
      id,
      ownerKind: `brand_${kind}`,
      path: stored.path,
      name: `${kind}.png`,
      mime: 'image/png',
      size: stored.size,
      sha256: stored.sha256,
    })
    return saveImage(tx, kind, `/api/v1/settings/images/${kind}?v=${id}`)
  })
}

/** The picture behind an address that `uploadImage` made. Former ones stay, so that a save can be brought back. */
export const openImage = async (ctx: Ctx, kind: Kind, id: string | undefined) => {
  const file = await findBrandFile(ctx, `brand_${kind}`, id)
  if (!file) throw new AppError('not_found')
  return { mime: file.mime, stream: ctx.deps.files.read(file.path) }
}
