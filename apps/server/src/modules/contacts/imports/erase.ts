import { inTransaction } from '#server/context.ts'
import type { EraseHandler } from '#server/lib/erasure.ts'
import { automationCtx, settingsOf } from '#server/modules/companies/settings-cache/index.ts'
import { removeFile } from '#server/modules/shared/files/index.ts'
import { findImportsOf, forgetRows } from './queries.ts'

/**
 * The files that erased people came with go whole, with what became of the rows, and so does the undo; the figures of
 * the import stay.
 */
export const eraseImports: EraseHandler = async ({ deps }, { companyId, contactIds }) => {
  const settings = await settingsOf(deps, companyId)
  if (!settings) return {}
  await inTransaction(automationCtx(deps, settings), async (tx) => {
    const some = await findImportsOf(tx, contactIds)
    for (const { fileId, rowsFileId } of some)
      for (const id of [fileId, rowsFileId]) if (id !== null) await removeFile(tx, id)
    await forgetRows(
      tx,
      some.map(({ id }) => id),
    )
  })
  return {}
}
