import { contactExportColumns, contactExportFurther } from '@recado/contracts/contacts/address-book'
import type { csvSeparators, fileFormats } from '@recado/contracts/shared/tasks'
import { browserStore } from '#web/lib/ui/browser-store.ts'

const key = 'recado.contacts.export'

/** CSV with commas or semicolons, and the other formats. */
export const exportKinds = ['xlsx', 'csv', 'csv_semicolon', 'json', 'vcf'] as const

export type ExportChoice = { kind: (typeof exportKinds)[number]; columns: string[] }

type File = { format: (typeof fileFormats)[number]; separator: (typeof csvSeparators)[number] }

/** What the server calls a kind of file. */
export const fileOf = (kind: ExportChoice['kind']): File =>
  kind === 'csv_semicolon' ? { format: 'csv', separator: ';' } : { format: kind, separator: ',' }

export const usualColumns: readonly string[] = contactExportColumns
export const furtherColumns: readonly string[] = contactExportFurther

/** What was chosen last in this browser; without it a workbook with the columns of the list. */
export const readChoice = (): ExportChoice => {
  const usual: ExportChoice = { kind: 'xlsx', columns: [...usualColumns] }
  try {
    const stored: Record<string, unknown> = JSON.parse(browserStore().getItem(key) ?? '{}')
    const kind = exportKinds.find((one) => one === stored['kind']) ?? usual.kind
    const { columns } = stored
    const texts = Array.isArray(columns) ? columns.filter((one) => typeof one === 'string') : []
    return { kind, columns: texts.length > 0 ? texts : usual.columns }
  } catch {
    return usual
  }
}

export const keepChoice = (chosen: ExportChoice): void => {
  try {
    browserStore().setItem(key, JSON.stringify(chosen))
  } catch {
    // Without room it is chosen again the next time.
  }
}
