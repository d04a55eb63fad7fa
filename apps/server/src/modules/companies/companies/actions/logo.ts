import { type CompanyRules, logoMaxBytes, logoMinSide } from '@recado/contracts/companies/company-rules'
import { fileTypeFromBuffer } from 'file-type'
import sharp from 'sharp'
import { type CompanyCtx, inTransaction, type UserCtx } from '#server/context.ts'
import { AppError } from '#server/http/app-error.ts'
import { newId } from '#server/lib/ids.ts'
import { readUpload } from '#server/lib/read-upload.ts'
import { insertFile, removeFile } from '#server/modules/shared/files/index.ts'
import { findVisibleLogo } from '../queries/companies.ts'
import { assertCurrent } from './companies.ts'
import { lockCurrent, storeRules } from './rules.ts'

type MemberCtx = CompanyCtx & UserCtx

const SIDE = 256
const MOST_PIXELS = 50_000_000
const allowed = ['image/png', 'image/jpeg'] as const

const refuse = (cause?: unknown) => new AppError('file_type_refused', { data: { allowed }, cause })
const tooSmall = () =>
  new AppError('validation_failed', {
    errors: [{ path: 'file', code: 'image_small', message: `At least ${logoMinSide} pixels a side` }],
  })

/** The whole picture in a square of 256 pixels, as WebP without metadata. */
const drawn = async (upload: Buffer): Promise<Buffer> => {
  const type = await fileTypeFromBuffer(upload)
  if (!allowed.some((mime) => mime === type?.mime)) throw refuse()
  const picture = sharp(upload, { limitInputPixels: MOST_PIXELS, failOn: 'error' })
  const size = await picture.metadata().catch((cause: unknown) => Promise.reject(refuse(cause)))
  if (Math.min(size.width, size.height) < logoMinSide) throw tooSmall()
  const background = { r: 255, g: 255, b: 255, alpha: 0 }
  return picture
    .rotate()
    .resize(SIDE, SIDE, { fit: 'contain', background })
    .webp({ quality: 86 })
    .toBuffer()
    .catch((cause: unknown) => Promise.reject(refuse(cause)))
}

const replace = async (tx: MemberCtx, companyId: string, fileId: string | null): Promise<CompanyRules> => {
  const before = await lockCurrent(tx, companyId)
  if (before.logoFileId) await removeFile(tx, before.logoFileId)
  return storeRules(tx, before, { logoFileId: fileId })
}

/** Keeps a PNG or JPEG file as the logo. Throws `file_type_refused`, `file_too_large`, and `validation_failed` for a small one. */
export const setLogo = async (ctx: MemberCtx, companyId: string, upload: NodeJS.ReadableStream) => {
  assertCurrent(ctx, companyId)
  const stored = await ctx.deps.files.put(await drawn(await readUpload(upload, logoMaxBytes)), logoMaxBytes)
  return inTransaction(ctx, async (tx) => {
    const id = newId()
    const file = { ...stored, id, companyId, ownerKind: 'company_logo', ownerId: companyId }
    await insertFile(tx, { ...file, name: 'logo.webp', mime: 'image/webp', width: SIDE, height: SIDE })
    return replace(tx, companyId, id)
  })
}

export const removeLogo = (ctx: MemberCtx, companyId: string): Promise<CompanyRules> =>
  inTransaction(ctx, (tx) => replace(tx, companyId, null))

/** The logo of a company that the person belongs to. Throws `not_found`. */
export const openLogo = async (ctx: UserCtx, companyId: string) => {
  const found = await findVisibleLogo(ctx, ctx.actor.userId, companyId)
  if (!found) throw new AppError('not_found')
  return { mime: found.mime, stream: ctx.deps.files.read(found.path) }
}
