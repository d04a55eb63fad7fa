import {
  type ImportMapping,
  type ImportRules,
  importActions,
  importFailures,
  importFormats,
  importProblems,
  importStates,
} from '@recado/contracts/contacts/imports'
import { sql } from 'drizzle-orm'
import { bigint, index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { createdAt, instant, updatedAt } from '../columns.ts'
import { companyId, version } from '../settings-columns.ts'

/** How a file is read. `size`: bytes of the file of rows. */
export type ImportReading = {
  sheets: string[]
  sheet: string | null
  encoding: string | null
  delimiter: string | null
  header: boolean
  columns: string[]
  size: number
}

/** What a row changed of a contact, with what it added besides. Fields that it left are absent. */
export type ImportChange = {
  fields?: Record<string, unknown>
  points?: { kind: 'phone' | 'email' | 'external'; scope: string; value: string }[]
  listed?: boolean
  binned?: boolean
  version?: number
}

/** Files of contacts, from their upload to their result; what `counts` says adds up to the rows of the file. */
export const contactImports = pgTable(
  'contact_imports',
  {
    id: uuid().primaryKey(),
    companyId: companyId(),
    authorId: uuid(),
    fileId: uuid(),
    /** Its rows in one form whatever the file was: a JSON array of texts a line. */
    rowsFileId: uuid(),
    fileName: text().notNull(),
    format: text({ enum: importFormats }).notNull(),
    bytes: bigint({ mode: 'number' }).notNull(),
    /** SHA-256 of the file, to warn of one that came before. */
    hash: text().notNull(),
    /** How the file is read: sheet, encoding, delimiter, header. */
    reading: jsonb().$type<ImportReading>().notNull(),
    mapping: jsonb().$type<ImportMapping>(),
    rules: jsonb().$type<ImportRules>(),
    state: text({ enum: importStates }).notNull().default('uploaded'),
    /** Rows of the file, the heading not counted. */
    rows: integer().notNull(),
    /** Rows that were checked or imported: where work resumes after a crash. */
    progress: integer().notNull().default(0),
    counts: jsonb().$type<Record<string, number>>().notNull().default({}),
    /** One of `importFailures`. */
    error: text({ enum: importFailures }),
    /** Where the next row begins in the file of rows. */
    offset: bigint({ mode: 'number' }).notNull().default(0),
    /** What an undo came to. */
    reverted: jsonb().$type<Record<string, number>>(),
    startedAt: instant(),
    finishedAt: instant(),
    revertedAt: instant(),
    version: version(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    index('contact_imports_company').on(t.companyId, t.createdAt),
    index('contact_imports_work').on(t.updatedAt).where(sql`state in ('validating', 'running', 'reverting')`),
  ],
)

/** What became of each row, and what it changed. */
export const contactImportRows = pgTable(
  'contact_import_rows',
  {
    companyId: uuid().notNull(),
    importId: uuid()
      .notNull()
      .references(() => contactImports.id, { onDelete: 'cascade' }),
    /** From 1, the header not counted. */
    rowNo: integer().notNull(),
    action: text({ enum: importActions }).notNull(),
    contactId: uuid(),
    before: jsonb().$type<ImportChange>(),
    after: jsonb().$type<ImportChange>(),
    errorCode: text({ enum: importProblems }),
    errorField: text(),
    /** The phone as it is kept, where the file writes it another way. */
    phone: text(),
    /** What the row is known by, hashed, while the file is checked for several rows about one person. */
    keys: text().array(),
    /** Where the row begins in the file of rows. */
    offset: bigint({ mode: 'number' }).notNull().default(0),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.importId, t.rowNo] }),
    index('contact_import_rows_contact').on(t.companyId, t.contactId).where(sql`contact_id is not null`),
  ],
)
