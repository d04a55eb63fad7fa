import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { mediaKindOf, takesCaption } from '@recado/contracts/whatsapp/media-rules'
import sharp from 'sharp'
import { type CompanyCtx, inTransaction } from '#server/context.ts'
import { AppError } from '#server/http/app-error.ts'
import type { UploadedFile } from '#server/http/surface.ts'
import { errorCodeOf } from '#server/lib/error-code.ts'
import { newId } from '#server/lib/ids.ts'
import { FileTooLarge, type StoredFile } from '#server/lib/storage/file-store.ts'
import { fileUrl, insertFile } from '#server/modules/shared/files/index.ts'
import { spendStorage } from '#server/modules/shared/quotas/index.ts'
import {
  assertSendableFile,
  assertVoiceNote,
  cleanName,
  MAX_ATTACHMENT_BYTES,
  mayBeRecording,
  needsJpeg,
  renamedTo,
  sniffType,
  startOf,
  toJpeg,
  toVoiceNote,
} from '../attachment.ts'
import { loadForSending } from './send.ts'

type Kept = { stored: StoredFile; mime: string; name: string }

const keep = async (ctx: CompanyCtx, source: Readable): Promise<StoredFile> => {
  try {
    return await ctx.deps.files.put(source, MAX_ATTACHMENT_BYTES)
  } catch (error) {
    if (error instanceof FileTooLarge || errorCodeOf(error) === 'FST_REQ_FILE_TOO_LARGE')
      throw new AppError('file_too_large', { data: { maxBytes: MAX_ATTACHMENT_BYTES } })
    throw error
  }
}

type Converted = { bytes: Buffer; mime: string; ending: string }

/** The bytes in place of those kept. */
const replaced = async (ctx: CompanyCtx, kept: Kept, { bytes, mime, ending }: Converted): Promise<Kept> => {
  const stored = await keep(ctx, Readable.from([bytes]))
  await ctx.deps.files.remove(kept.stored.path)
  return { stored, mime, name: renamedTo(kept.name, ending) }
}

/**
 * The file as WhatsApp takes it: pictures of other types, and ones that are too big, become JPEGs; sounds that a
 * browser recorded become Ogg with Opus.
 */
const fitted = async (ctx: CompanyCtx, kept: Kept): Promise<Kept> => {
  const { mime, stored } = kept
  const read = () => ctx.deps.files.read(stored.path)
  if (needsJpeg(mime, stored.size)) {
    const bytes = await toJpeg(await buffer(read()))
    return replaced(ctx, kept, { bytes, mime: 'image/jpeg', ending: 'jpg' })
  }
  if (mayBeRecording(mime, stored.size)) {
    const note = toVoiceNote(await buffer(read()))
    return note ? replaced(ctx, kept, { bytes: note, mime: 'audio/ogg', ending: 'ogg' }) : kept
  }
  if (mime === 'audio/ogg') {
    assertSendableFile(mime, stored.size)
    assertVoiceNote(await startOf(read))
  }
  return kept
}

const sizeOfImage = async (ctx: CompanyCtx, kept: Kept) => {
  if (!kept.mime.startsWith('image/')) return { width: null, height: null }
  // An image that cannot be measured is shown without reserved space.
  const facts = await sharp(await buffer(ctx.deps.files.read(kept.stored.path)))
    .metadata()
    .catch(() => null)
  return { width: facts?.autoOrient.width ?? null, height: facts?.autoOrient.height ?? null }
}

type Rule = (kept: Kept) => void

type Wanted = {
  ownerKind?: 'attachment' | 'upload'
  ownerId: string | null
  asDocument?: boolean
  assertAllowed?: Rule
}

const record = async (
  ctx: CompanyCtx,
  { ownerKind = 'attachment', ownerId, asDocument = false }: Wanted,
  kept: Kept,
) => {
  const kind = assertSendableFile(kept.mime, kept.stored.size, asDocument)
  const fileId = newId()
  const measures = await sizeOfImage(ctx, kept)
  await inTransaction(ctx, async (tx) => {
    await spendStorage(tx, kept.stored.size)
    const owner = { companyId: tx.company.id, ownerKind, ownerId }
    await insertFile(tx, { ...owner, id: fileId, name: kept.name, mime: kept.mime, ...kept.stored, ...measures })
  })
  return { fileId, kind, mime: kept.mime, size: kept.stored.size, name: kept.name, url: fileUrl(ctx.deps, fileId) }
}

const store = async (ctx: CompanyCtx, wanted: Wanted, upload: UploadedFile | null) => {
  if (!upload)
    throw new AppError('validation_failed', {
      errors: [{ path: 'file', code: 'required', message: 'A file is required' }],
    })
  const stored = await keep(ctx, Readable.from(upload.stream))
  let kept: Kept = { stored, mime: upload.mime, name: cleanName(upload.name) }
  try {
    kept = { ...kept, mime: await sniffType(() => ctx.deps.files.read(stored.path), upload.mime) }
    kept = await fitted(ctx, kept)
    wanted.assertAllowed?.(kept)
    return await record(ctx, wanted, kept)
  } catch (error) {
    await ctx.deps.files.remove(kept.stored.path)
    throw error
  }
}

/**
 * Stores a file that is to be sent in a conversation. Its type is taken from its content. Throws `not_found`,
 * `file_type_refused`, `file_too_large` and what quotas say; nothing stays then.
 */
export const storeAttachment = async (
  ctx: CompanyCtx,
  conversationId: string,
  upload: UploadedFile | null,
  asDocument = false,
) => {
  await inTransaction(ctx, (tx) => loadForSending(tx, conversationId))
  return store(ctx, { ownerId: conversationId, asDocument }, upload)
}

const assertCaptioned: Rule = ({ mime }) => {
  const kind = mediaKindOf(mime)
  if (!takesCaption(kind)) throw new AppError('file_type_refused', { data: { kind, mime, reason: 'no_caption' } })
}

/**
 * Stores a file that belongs to nothing yet and cannot be sent until something takes it. Only kinds that can have words
 * with them. Throws `file_type_refused`, `file_too_large`; nothing stays then.
 */
export const storeFreeAttachment = (ctx: CompanyCtx, upload: UploadedFile | null) =>
  store(ctx, { ownerId: null, assertAllowed: assertCaptioned }, upload)

/**
 * Stores a file that any message may take, and several may share. Throws `file_type_refused`, `file_too_large` and what
 * quotas say; nothing stays then.
 */
export const storeUpload = (ctx: CompanyCtx, upload: UploadedFile | null, asDocument = false) =>
  store(ctx, { ownerKind: 'upload', ownerId: null, asDocument }, upload)
