import { sql } from 'drizzle-orm'
import { boolean, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { createdAt, updatedAt } from '../columns.ts'
import { companyId, version } from '../settings-columns.ts'

/** Fields of contacts that a company made up. Values are in `contacts.attributes`, under the key. */
export const contactAttributes = pgTable(
  'contact_attributes',
  {
    id: uuid().primaryKey(),
    companyId: companyId(),
    key: text().notNull(),
    label: jsonb().$type<{ en: string; pt: string }>().notNull(),
    type: text().notNull(),
    options: text().array().notNull().default(sql`'{}'::text[]`),
    required: boolean().notNull().default(false),
    /** Shown masked to members without the ability `contacts.pii`. */
    sensitive: boolean().notNull().default(false),
    position: integer().notNull().default(0),
    version: version(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [uniqueIndex('contact_attributes_key').on(t.companyId, t.key)],
)
