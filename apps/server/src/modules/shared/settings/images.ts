import { type Ctx, inTransaction, type UserCtx } from '#server/context.ts'
import { AppError } from '#server/http/app-error.ts'
import { findPicture } from '#server/modules/shared/files/index.ts'
import { keepPicture } from '#server/modules/shared/images/index.ts'
import { saveImage } from './save.ts'

type Kind = 'logo' | 'favicon'

const boxes = { logo: { width: 960, height: 160 }, favicon: { width: 128, height: 128 } }

/** Keeps a PNG, JPEG or SVG file as the logo or favicon. Throws `file_type_refused` and `file_too_large`. */
export const uploadImage = async (ctx: UserCtx, kind: Kind, stream: NodeJS.ReadableStream) => {
  const write = await keepPicture(ctx, { kind: `brand_${kind}`, ...boxes[kind] }, stream)
  return inTransaction(ctx, async (tx) => saveImage(tx, kind, `/api/v1/settings/images/${kind}?v=${await write(tx)}`))
}

/** The picture behind an address that `uploadImage` made. Former ones stay, so that a save can be brought back. */
export const openImage = async (ctx: Ctx, kind: Kind, id: string | undefined) => {
  const file = await findPicture(ctx, `brand_${kind}`, id)
  if (!file) throw new AppError('not_found')
  return { mime: file.mime, stream: ctx.deps.files.read(file.path) }
}
