import { sql } from 'drizzle-orm'
import { index, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { createdAt, updatedAt } from '../columns.ts'
import { companyId, version } from '../settings-columns.ts'

/** Groups of contacts that members put together by hand, by a file or by the API. */
export const contactLists = pgTable(
  'contact_lists',
  {
    id: uuid().primaryKey(),
    companyId: companyId(),
    name: text().notNull(),
    description: text().notNull().default(''),
    version: version(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [uniqueIndex('contact_lists_key').on(t.companyId, sql`lower(name)`)],
)

export const contactListMembers = pgTable(
  'contact_list_members',
  {
    companyId: uuid().notNull(),
    listId: uuid()
      .notNull()
      .references(() => contactLists.id, { onDelete: 'cascade' }),
    contactId: uuid().notNull(),
    source: text({ enum: ['manual', 'import', 'api', 'merge', 'campaign', 'integration'] }).notNull(),
    addedBy: uuid(),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.listId, t.contactId] }),
    index('contact_list_members_contact').on(t.companyId, t.contactId),
  ],
)
