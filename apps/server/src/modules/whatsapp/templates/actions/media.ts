import { Readable } from 'node:stream'
import { bareMimeType } from '@recado/contracts/whatsapp/media-rules'
import { templateMediaRules } from '@recado/contracts/whatsapp/template-media'
import { fileTypeFromStream } from 'file-type'
import { type CompanyCtx, inTransaction } from '#server/context.ts'
import { AppError } from '#server/http/app-error.ts'
import type { UploadedFile } from '#server/http/surface.ts'
import { errorCodeOf } from '#server/lib/error-code.ts'
import { newId } from '#server/lib/ids.ts'
import { FileTooLarge, type StoredFile } from '#server/lib/storage/file-store.ts'
import { fileUrl, insertFile } from '#server/modules/shared/files/index.ts'
import { spendStorage } from '#server/modules/shared/quotas/index.ts'

type Rule = { kind: 'image' | 'video' | 'document'; maxBytes: number }

const kinds: Readonly<Record<string, Rule>> = templateMediaRules
const MAX_BYTES = Math.max(...Object.values(kinds).map(({ maxBytes }) => maxBytes))

const keep = async (ctx: CompanyCtx, upload: UploadedFile): Promise<StoredFile> => {
  try {
    return await ctx.deps.files.put(Readable.from(upload.stream), MAX_BYTES)
  } catch (error) {
    if (error instanceof FileTooLarge || errorCodeOf(error) === 'FST_REQ_FILE_TOO_LARGE')
      throw new AppError('file_too_large', { data: { maxBytes: MAX_BYTES } })
    throw error
  }
}

const describe = async (ctx: CompanyCtx, stored: StoredFile) => {
  const bytes = Readable.toWeb(ctx.deps.files.read(stored.path)) as ReadableStream<Uint8Array<ArrayBuffer>>
  const mime = bareMimeType((await fileTypeFromStream(bytes))?.mime ?? '')
  const rule = kinds[mime]
  if (!rule) throw new AppError('file_type_refused', { data: { allowed: Object.keys(kinds) } })
  if (stored.size > rule.maxBytes) throw new AppError('file_too_large', { data: { maxBytes: rule.maxBytes } })
  return { mime, kind: rule.kind }
}

const cleanName = (name: string): string => name.replace(/[^\p{L}\p{N}._ -]/gu, '_').slice(-100) || 'sample'

/** Keeps a sample for a media header; its type is told by its content. Throws `file_type_refused`, `file_too_large`. */
export const storeSample = async (ctx: CompanyCtx, upload: UploadedFile | null) => {
  if (!upload)
    throw new AppError('validation_failed', {
      errors: [{ path: 'file', code: 'required', message: 'A file is required' }],
    })
  const stored = await keep(ctx, upload)
  try {
    const { mime, kind } = await describe(ctx, stored)
    const fileId = newId()
    const name = cleanName(upload.name)
    const owner = { companyId: ctx.company.id, ownerKind: 'template_sample', ownerId: null }
    await inTransaction(ctx, async (tx) => {
      await spendStorage(tx, stored.size)
      await insertFile(tx, { id: fileId, ...owner, name, mime, ...stored, width: null, height: null })
    })
    return { fileId, kind, mime, name, size: stored.size, url: fileUrl(ctx.deps, fileId) }
  } catch (error) {
    await ctx.deps.files.remove(stored.path)
    throw error
  }
}
