import { sql } from 'drizzle-orm'
import { boolean, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { createdAt, instant, updatedAt } from './columns.ts'
import { companies } from './companies.ts'
import { users } from './users.ts'

/** Blocks that a platform admin gave to a company or took from it, whatever its plan says. Ended ones are the history. */
export const accessOverrides = pgTable(
  'access_overrides',
  {
    id: uuid().primaryKey(),
    companyId: uuid()
      .notNull()
      .references(() => companies.id, { onDelete: 'cascade' }),
    block: text().notNull(),
    effect: text({ enum: ['grant', 'revoke'] }).notNull(),
    reason: text().notNull(),
    authorId: uuid().references(() => users.id, { onDelete: 'set null' }),
    expiresAt: instant(),
    createdAt: createdAt(),
    endedAt: instant(),
    endedBy: uuid(),
    endedAs: text({ enum: ['replaced', 'cleared', 'expired'] }),
  },
  (t) => [
    uniqueIndex('access_overrides_active_key').on(t.companyId, t.block).where(sql`ended_at is null`),
    index('access_overrides_expiry').on(t.expiresAt).where(sql`ended_at is null and expires_at is not null`),
    index('access_overrides_time').on(t.createdAt, t.id),
  ],
)

/** What platform admins note about a company among themselves. */
export const companyNotes = pgTable(
  'company_notes',
  {
    id: uuid().primaryKey(),
    companyId: uuid()
      .notNull()
      .references(() => companies.id, { onDelete: 'cascade' }),
    authorId: uuid().references(() => users.id, { onDelete: 'set null' }),
    body: text().notNull(),
    createdAt: createdAt(),
  },
  (t) => [index('company_notes_company').on(t.companyId, t.createdAt)],
)

/** How the platform looks after a company: who does, and the words it files the company under. */
export const companyCare = pgTable('company_care', {
  companyId: uuid()
    .primaryKey()
    .references(() => companies.id, { onDelete: 'cascade' }),
  managerId: uuid().references(() => users.id, { onDelete: 'set null' }),
  tags: text().array().notNull().default(sql`'{}'::text[]`),
  version: integer().notNull().default(0),
  updatedAt: updatedAt(),
})

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

/** Asks a second admin to let somebody become an admin. */
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
