import { sql } from 'drizzle-orm'
import { boolean, integer, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { createdAt, instant, updatedAt } from '../columns.ts'
import { users } from '../identity/users.ts'

export type Shift = { days: number[]; from: string; to: string; timezone: string }

/** What support staff can take on. */
export const supportStaff = pgTable('support_staff', {
  userId: uuid()
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  languages: text().array().notNull().default(sql`'{}'::text[]`),
  skills: text().array().notNull().default(sql`'{}'::text[]`),
  /** Open tickets at once; null for no limit. */
  ticketCapacity: integer(),
  shift: jsonb().$type<Shift>(),
  updatedAt: updatedAt(),
})

/** A request to a second admin to grant someone the admin role. */
export const adminRequests = pgTable(
  'admin_requests',
  {
    id: uuid().primaryKey(),
    /** The account that is to become one, or the name and address of an account to make. */
    userId: uuid().references(() => users.id, { onDelete: 'cascade' }),
    name: text().notNull(),
    email: text().notNull(),
    locale: text({ enum: ['en', 'pt'] }).notNull(),
    reason: text().notNull(),
    requestedBy: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    createdAt: createdAt(),
    expiresAt: instant().notNull(),
    decidedAt: instant(),
    decidedBy: uuid(),
    decision: text({ enum: ['approved', 'refused', 'withdrawn'] }),
  },
  (t) => [uniqueIndex('admin_requests_open_key').on(t.email).where(sql`decided_at is null`)],
)

/** A file of customers: checked first, then brought in. */
export const userImports = pgTable('user_imports', {
  id: uuid().primaryKey(),
  fileId: uuid().notNull(),
  fileName: text().notNull(),
  /** Whether those who are new get a mail with a link to set their password. */
  invite: boolean().notNull(),
  authorId: uuid().notNull(),
  total: integer(),
  checkedAt: instant(),
  startedAt: instant(),
  finishedAt: instant(),
  createdAt: createdAt(),
})

/** What became of each line of such a file, written with what was done. */
export const userImportRows = pgTable(
  'user_import_rows',
  {
    importId: uuid()
      .notNull()
      .references(() => userImports.id, { onDelete: 'cascade' }),
    line: integer().notNull(),
    outcome: text({ enum: ['created', 'updated', 'unchanged', 'skipped', 'failed'] }).notNull(),
    code: text(),
  },
  (t) => [primaryKey({ columns: [t.importId, t.line] })],
)

/** Accounts that were joined to another of the same person. */
export const userMerges = pgTable('user_merges', {
  userId: uuid()
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  intoId: uuid().notNull(),
  reason: text().notNull(),
  mergedBy: uuid().notNull(),
  createdAt: createdAt(),
})
