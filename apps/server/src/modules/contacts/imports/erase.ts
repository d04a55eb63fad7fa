import { type CompanyCtx, type Ctx, inTransaction } from '#server/context.ts'
import { type EraseHandler, erasedText, namingOf, withoutNames } from '#server/lib/erasure.ts'
import { allRows } from '#server/lib/table-files/rows-file.ts'
import { automationCtx, settingsOf } from '#server/modules/companies/settings-cache/index.ts'
import { erasing } from '#server/modules/contacts/contacts/index.ts'
import { renameImportEvents } from '#server/modules/contacts/timeline/index.ts'
import { deleteFiles, removeBytes } from '#server/modules/shared/files/index.ts'
import { findImportsNaming, forgetRows, listFiles, renameImport } from './queries.ts'

type Naming = (text: string) => boolean
type Found = Awaited<ReturnType<typeof findImportsNaming>>[number]

/** Whether a file names a person in one of its cells. */
const isNamedIn = async (deps: Ctx['deps'], path: string, names: Naming, signal: AbortSignal): Promise<boolean> => {
  for await (const { cells } of allRows(deps, path)) {
    signal.throwIfAborted()
    if (cells.some(names)) return true
  }
  return false
}

/** The extension says nothing of anyone. */
const strippedName = (fileName: string, names: Naming): string => {
  const base = fileName.replace(/\.[^.]{1,5}$/, '')
  return names(base) ? `${erasedText}${fileName.slice(base.length)}` : fileName
}

/** What an import is called after a person, and the columns of a file whose first row was taken for headings. */
const rename = async (tx: CompanyCtx, { id, fileName, reading }: Found, names: Naming): Promise<void> => {
  const next = { fileName: strippedName(fileName, names), reading: withoutNames(reading, names) }
  if (next.fileName === fileName && next.reading === reading) return
  await renameImport(tx, id, next)
  if (next.fileName === fileName) return
  await erasing.renameEvidence(tx, id, next.fileName)
  await renameImportEvents(tx, id, next.fileName)
}

/**
 * The files that erased people came with, or stand in, go whole, with what became of the rows, and so does the undo; the figures of
 * the import stay.
 */
export const eraseImports: EraseHandler = async ({ deps }, subject, signal) => {
  const settings = await settingsOf(deps, subject.companyId)
  if (!settings) return {}
  const ctx = automationCtx(deps, settings)
  const [names, anyName] = [namingOf(subject), namingOf(subject, { anyName: true })]
  // Others may be called the same; whom a row is about says its phone or address.
  const known = namingOf({ ...subject, names: [] })
  for (const one of await findImportsNaming(ctx, subject.contactIds)) {
    const isTheirs =
      one.isAbout ||
      strippedName(one.fileName, names) !== one.fileName ||
      (one.rowsPath !== null && (await isNamedIn(deps, one.rowsPath, known, signal)))
    const files = isTheirs ? await listFiles(ctx, one.id) : []
    await removeBytes(ctx, files)
    await inTransaction(ctx, async (tx) => {
      await rename(tx, one, isTheirs ? anyName : names)
      await deleteFiles(
        tx,
        files.map(({ id }) => id),
      )
      if (isTheirs) await forgetRows(tx, [one.id])
    })
  }
  return {}
}
