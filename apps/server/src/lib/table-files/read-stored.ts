import { Readable } from 'node:stream'
import type { CompanyCtx } from '#server/context.ts'
import { AppError } from '#server/http/app-error.ts'
import { errorCodeOf } from '#server/lib/error-code.ts'
import { FileTooLarge, type StoredFile } from '#server/lib/storage/file-store.ts'
import { readFile } from './read-file.ts'
import { MOST_ROWS_BYTES, Refused } from './refused.ts'
import type { Wish } from './tables.ts'
import type { Read } from './write-rows.ts'

/** What is answered for a file that is not taken; other errors stay what they are. */
export const refusalOf = (error: unknown, maxBytes: number): unknown => {
  if (error instanceof FileTooLarge || errorCodeOf(error) === 'FST_REQ_FILE_TOO_LARGE')
    return new AppError('file_too_large', { data: { maxBytes } })
  if (!(error instanceof Refused)) return error
  if (error.code === 'file_type')
    return new AppError('file_type_refused', { data: { allowed: ['CSV', 'XLSX', 'vCard'] } })
  return new AppError('validation_failed', { errors: [{ path: 'file', code: error.code, message: error.message }] })
}

/**
 * The rows of a stored file, stored in one form, and how they were read. Throws `file_too_large`, `file_type_refused`, and
 * `validation_failed` for a file without rows, with too many, and the like.
 */
export const readStored = async (
  { deps, company }: Pick<CompanyCtx, 'deps' | 'company'>,
  path: string,
  wish: Wish,
): Promise<{ rows: StoredFile; read: Read }> => {
  const pieces = readFile(company.id, () => deps.files.read(path), wish)
  let read: Read | null = null
  async function* rows() {
    read = yield* pieces
  }
  try {
    const stored = await deps.files.put(Readable.from(rows()), MOST_ROWS_BYTES)
    if (read === null) throw new Error('The file ended before its end')
    return { rows: stored, read }
  } catch (error) {
    throw refusalOf(error, MOST_ROWS_BYTES)
  }
}
