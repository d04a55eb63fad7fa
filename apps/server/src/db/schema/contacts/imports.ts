import { importActions, importStates } from '@recado/contracts/contacts/imports'
import { bigint, index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { createdAt, instant, updatedAt } from '../columns.ts'
import { companyId, version } from '../settings-columns.ts'

/** Files of contacts, from their upload to their result; what `counts` says adds up to the rows of the file. */
export const contactImports = pgTable(
  'contact_imports',
  {
    id: uuid().primaryKey(),
    companyId: companyId(),
    authorId: uuid(),
    fileId: uuid(),
    fileName: text().notNull(),
    format: text({ enum: ['csv', 'xlsx', 'vcard', 'pasted'] }).notNull(),
    bytes: bigint({ mode: 'number' }).notNull(),
    /** SHA-256 of the file, to warn of one that came before. */
    hash: text().notNull(),
    /** How the file is read: sheet, encoding, delimiter, header. */
    reading: jsonb().$type<Record<string, unknown>>().notNull().default({}),
    mapping: jsonb().$type<unknown>(),
    rules: jsonb().$type<unknown>(),
    state: text({ enum: importStates }).notNull().default('uploaded'),
    /** Rows of the file; null before they were counted. */
    rows: integer(),
    /** Rows checked, or taken in, so far: where it goes on after a crash. */
    progress: integer().notNull().default(0),
    counts: jsonb().$type<Record<string, number>>().notNull().default({}),
    error: text(),
    resultFileId: uuid(),
    cancelRequestedAt: instant(),
    startedAt: instant(),
    finishedAt: instant(),
    revertedAt: instant(),
    version: version(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [index('contact_imports_company').on(t.companyId, t.createdAt)],
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
    before: jsonb().$type<Record<string, unknown>>(),
    after: jsonb().$type<Record<string, unknown>>(),
    errorCode: text(),
    errorField: text(),
  },
  (t) => [primaryKey({ columns: [t.companyId, t.importId, t.rowNo] })],
)
