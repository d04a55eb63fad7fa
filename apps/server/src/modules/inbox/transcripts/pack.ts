import type { CompanyCtx } from '#server/context.ts'
import { createZip, type ZipWriter } from '#server/lib/zip.ts'
import { findMedia } from '#server/modules/inbox/messages/index.ts'
import { findLinkedFile } from '#server/modules/shared/files/index.ts'

/** A file of a message, by its name within the archive. */
export type FoundFile = { file: string; messageId: string; occurredAt: string }
export type PackedDocument = { name: string; source: NodeJS.ReadableStream }

const addMedia = async (ctx: CompanyCtx, zip: ZipWriter, found: readonly FoundFile[]) => {
  for (const { file, messageId, occurredAt } of found) {
    const media = await findMedia(ctx, ctx.company.id, messageId)
    const stored = media?.fileId ? await findLinkedFile(ctx, media.fileId) : null
    if (!stored) continue
    const options = { compress: false, size: stored.size, mtime: new Date(occurredAt) }
    zip.addStream(file, options, () => ctx.deps.files.read(stored.path))
  }
  zip.end()
}

/** A zip of documents, and after them the files that were found while the documents were read. */
export const packArchive = (
  ctx: CompanyCtx,
  documents: readonly PackedDocument[],
  found: readonly FoundFile[],
): NodeJS.ReadableStream => {
  const zip = createZip()
  for (const { name, source } of documents) zip.addStream(name, {}, () => source)
  documents.at(-1)?.source.once('end', () => void addMedia(ctx, zip, found).catch(zip.fail))
  return zip.out
}
