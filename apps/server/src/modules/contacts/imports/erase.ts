import { type Ctx, inTransaction } from '#server/context.ts'
import type { EraseHandler, ErasureSubject } from '#server/lib/erasure.ts'
import { automationCtx, settingsOf } from '#server/modules/companies/settings-cache/index.ts'
import { removeFile } from '#server/modules/shared/files/index.ts'
import { findImportsNaming, forgetRows } from './queries.ts'
import { allRows } from './rows/file.ts'

/** Fewer digits are too many people's. */
const SHORTEST_PHONE = 8

/** Whether a file contains a person's phone, in any notation, or their email address. */
const isNamedIn = async (
  deps: Ctx['deps'],
  path: string,
  { phones, emails }: Pick<ErasureSubject, 'phones' | 'emails'>,
  signal: AbortSignal,
): Promise<boolean> => {
  const addresses = new Set(emails.map((email) => email.toLowerCase()))
  const isTheirs = (cell: string) => {
    const digits = cell.replace(/\D/g, '')
    const isPhone = digits.length >= SHORTEST_PHONE && phones.some((phone) => phone.endsWith(digits.replace(/^0+/, '')))
    return isPhone || addresses.has(cell.trim().toLowerCase())
  }
  for await (const { cells } of allRows(deps, path)) {
    signal.throwIfAborted()
    if (cells.some(isTheirs)) return true
  }
  return false
}

/**
 * The files that erased people came with, or stand in, go whole, with what became of the rows, and so does the undo; the figures of
 * the import stay.
 */
export const eraseImports: EraseHandler = async ({ deps }, { companyId, contactIds, ...subject }, signal) => {
  const settings = await settingsOf(deps, companyId)
  if (!settings) return {}
  const ctx = automationCtx(deps, settings)
  const some: Awaited<ReturnType<typeof findImportsNaming>> = []
  for (const one of await findImportsNaming(ctx, contactIds))
    if (one.isAbout || (one.rowsPath !== null && (await isNamedIn(deps, one.rowsPath, subject, signal)))) some.push(one)
  await inTransaction(ctx, async (tx) => {
    for (const { fileId, rowsFileId } of some)
      for (const id of [fileId, rowsFileId]) if (id !== null) await removeFile(tx, id)
    await forgetRows(
      tx,
      some.map(({ id }) => id),
    )
  })
  return {}
}
