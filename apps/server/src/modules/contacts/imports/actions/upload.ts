import { Readable } from 'node:stream'
import type { ContactImport } from '@recado/contracts/contacts/imports'
import { type ImportFormat, importLimits } from '@recado/contracts/contacts/imports'
import { type CompanyCtx, inTransaction, type UserCtx } from '#server/context.ts'
import { AppError } from '#server/http/app-error.ts'
import type { UploadedFile } from '#server/http/surface.ts'
import { newId } from '#server/lib/ids.ts'
import { sanitizeText } from '#server/lib/sanitize-text.ts'
import type { StoredFile } from '#server/lib/storage/file-store.ts'
import { readStored, refusalOf } from '#server/lib/table-files/read-stored.ts'
import type { Wish } from '#server/lib/table-files/tables.ts'
import type { Read } from '#server/lib/table-files/write-rows.ts'
import { insertFile, removeFile } from '#server/modules/shared/files/index.ts'
import { spendStorage } from '#server/modules/shared/quotas/index.ts'
import { deleteOutcomes, findFiles, insertImport, updateImport } from '../queries.ts'
import { lockPrepared } from './change.ts'
import { readImport } from './read.ts'

const readingOf = ({ count: _, format: __, ...reading }: Read) => reading

const formatOf = ({ format }: Read, pasted: boolean): ImportFormat => (pasted && format === 'csv' ? 'pasted' : format)

type Stored = { file: StoredFile; rows: StoredFile; read: Read; name: string; pasted: boolean }

const save = async (tx: CompanyCtx & UserCtx, { file, rows, read, name, pasted }: Stored): Promise<string> => {
  const [id, fileId, rowsFileId] = [newId(), newId(), newId()]
  const companyId = tx.company.id
  await spendStorage(tx, file.size + rows.size)
  const own = { companyId, ownerId: id, mime: 'application/octet-stream' }
  await insertFile(tx, { ...own, ...file, id: fileId, ownerKind: 'contact_import', name })
  await insertFile(tx, { ...own, ...rows, id: rowsFileId, ownerKind: 'contact_import_rows', name: `${name}.rows` })
  await insertImport(tx, {
    ...{ id, companyId, fileId, rowsFileId, authorId: tx.actor.userId, fileName: name, bytes: file.size },
    ...{ hash: file.sha256, format: formatOf(read, pasted), reading: readingOf(read), rows: read.count },
    ...{ createdAt: tx.now(), updatedAt: tx.now() },
  })
  return id
}

/**
 * Stores a file of contacts and reads it. Throws `file_too_large`, `file_type_refused`, and `validation_failed` for one
 * without rows, with too many, and the like, and what `spendStorage` does; nothing is kept then.
 */
export const createImport = async (
  ctx: CompanyCtx & UserCtx,
  upload: UploadedFile | null,
  pasted: boolean,
): Promise<ContactImport> => {
  if (!upload)
    throw new AppError('validation_failed', {
      errors: [{ path: 'file', code: 'required', message: 'A file is needed' }],
    })
  const { files } = ctx.deps
  const name = sanitizeText(upload.name).trim().slice(0, 200) || 'contacts.csv'
  const file = await files.put(Readable.from(upload.stream), importLimits.bytes).catch((error: unknown) => {
    throw refusalOf(error, importLimits.bytes)
  })
  const kept = [file.path]
  try {
    const { rows, read } = await readStored(ctx, file.path, {})
    kept.push(rows.path)
    const id = await inTransaction(ctx, (tx) => save(tx, { file, rows, read, name, pasted }))
    return readImport(ctx, id)
  } catch (error) {
    for (const path of kept) await files.remove(path)
    throw error
  }
}

/** Reads the file another way. Throws `state_invalid` once it runs, and what `createImport` does. */
export const readAgain = async (ctx: CompanyCtx, id: string, wish: Wish): Promise<ContactImport> => {
  const paths = await inTransaction(ctx, async (tx) => findFiles(tx, [(await lockPrepared(tx, id)).fileId]))
  const [path] = [...paths.values()]
  if (path === undefined) throw new AppError('state_invalid')
  const { rows, read } = await readStored(ctx, path, wish)
  await inTransaction(ctx, async (tx) => {
    const row = await lockPrepared(tx, id)
    const rowsFileId = newId()
    if (row.rowsFileId !== null) await removeFile(tx, row.rowsFileId)
    await spendStorage(tx, rows.size)
    const own = { companyId: tx.company.id, ownerId: id, mime: 'application/octet-stream' }
    await insertFile(tx, {
      ...own,
      ...rows,
      id: rowsFileId,
      ownerKind: 'contact_import_rows',
      name: `${row.fileName}.rows`,
    })
    await deleteOutcomes(tx, id)
    const reset = { mapping: null, state: 'uploaded' as const, counts: {}, progress: 0, offset: 0 }
    await updateImport(tx, id, {
      ...{ ...reset, error: null, finishedAt: null },
      rowsFileId,
      reading: readingOf(read),
      rows: read.count,
      updatedAt: tx.now(),
    })
  }).catch(async (error: unknown) => {
    await ctx.deps.files.remove(rows.path)
    throw error
  })
  return readImport(ctx, id)
}
