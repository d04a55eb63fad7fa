import type { CompanyCtx } from '#server/context.ts'
import { removeFile } from '#server/modules/shared/files/index.ts'
import { findImportsOf, forgetRows } from './queries.ts'

/**
 * Forgets what imports know of contacts, in the caller's transaction: the files that they came with go whole, with what
 * became of the rows, and so does the undo.
 */
export const forgetInImports = async (tx: CompanyCtx, contactIds: readonly string[]): Promise<void> => {
  const some = await findImportsOf(tx, contactIds)
  for (const { fileId, rowsFileId } of some)
    for (const id of [fileId, rowsFileId]) if (id !== null) await removeFile(tx, id)
  await forgetRows(
    tx,
    some.map(({ id }) => id),
  )
}
