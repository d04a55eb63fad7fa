import { attributeTypes, type ContactAttribute } from '@recado/contracts/contacts/contact-attributes'
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
    type: text({ enum: attributeTypes }).notNull(),
    options: text().array().notNull().default(sql`'{}'::text[]`),
    required: boolean().notNull().default(false),
    /** Shown masked to members without the ability `contacts.pii`. */
    sensitive: boolean().notNull().default(false),
    /** No two contacts have the same value. */
    unique: boolean('is_unique').notNull().default(false),
    /** Contacts are found by it. */
    searchable: boolean().notNull().default(false),
    /** A regular expression that texts match as a whole; empty for any. */
    pattern: text().notNull().default(''),
    /** What new contacts get where nothing is said. */
    default: jsonb('default_value').$type<ContactAttribute['default']>(),
    position: integer().notNull().default(0),
    version: version(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [uniqueIndex('contact_attributes_key').on(t.companyId, t.key)],
)
