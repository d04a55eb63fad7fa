import { sql } from 'drizzle-orm'
import { index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { createdAt, instant, updatedAt } from '../columns.ts'
import { companies } from '../companies/companies.ts'
import { users } from '../identity/users.ts'

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
