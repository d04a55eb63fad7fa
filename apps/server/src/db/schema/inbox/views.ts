import { sql } from 'drizzle-orm'
import { boolean, index, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { createdAt, updatedAt } from '../columns.ts'
import { companies } from '../companies/companies.ts'
import { version } from '../settings-columns.ts'

/** Saved filters of a list page. */
export const savedViews = pgTable(
  'saved_views',
  {
    id: uuid().primaryKey(),
    /** Null for lists that belong to no company; their views are their owner's alone. */
    companyId: uuid().references(() => companies.id, { onDelete: 'cascade' }),
    ownerId: uuid().notNull(),
    page: text().notNull(),
    name: text().notNull(),
    /** Search parameters of the page. */
    search: jsonb().$type<Record<string, unknown>>().notNull(),
    shared: boolean().notNull().default(false),
    /** Users for whom the page opens with it. */
    defaultOf: uuid().array().notNull().default(sql`'{}'::uuid[]`),
    version: version(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [index('saved_views_page').on(t.companyId, t.page)],
)
