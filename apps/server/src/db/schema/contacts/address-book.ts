import { boolean, index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { createdAt, instant } from '../columns.ts'
import { companyId } from '../settings-columns.ts'

/** Changes of many contacts at once that can be undone for a day. */
export const contactBulkChanges = pgTable(
  'contact_bulk_changes',
  {
    id: uuid().primaryKey(),
    companyId: companyId(),
    actorId: uuid(),
    kind: text().notNull(),
    args: jsonb().$type<Record<string, unknown>>().notNull(),
    count: integer().notNull().default(0),
    createdAt: createdAt(),
    undoneAt: instant(),
  },
  (t) => [index('contact_bulk_changes_company').on(t.companyId, t.createdAt)],
)

/** What each contact was before and after, so that what was changed since stays. */
export const contactBulkChangeRows = pgTable(
  'contact_bulk_change_rows',
  {
    companyId: uuid().notNull(),
    changeId: uuid()
      .notNull()
      .references(() => contactBulkChanges.id, { onDelete: 'cascade' }),
    contactId: uuid().notNull(),
    before: jsonb().$type<unknown>(),
    after: jsonb().$type<unknown>(),
    /** Whether an undo took it back; false where it was changed since, null until then. */
    undone: boolean(),
  },
  (t) => [primaryKey({ columns: [t.companyId, t.changeId, t.contactId] })],
)
