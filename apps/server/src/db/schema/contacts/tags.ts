import { labelColors } from '@recado/contracts/inbox/labels'
import { sql } from 'drizzle-orm'
import { pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { createdAt, updatedAt } from '../columns.ts'
import { companyId, version } from '../settings-columns.ts'

/** What contacts are filed under; they name it in `contacts.tag_ids`. */
export const contactTags = pgTable(
  'contact_tags',
  {
    id: uuid().primaryKey(),
    companyId: companyId(),
    name: text().notNull(),
    color: text({ enum: labelColors }).notNull().default('gray'),
    version: version(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [uniqueIndex('contact_tags_key').on(t.companyId, sql`lower(name)`)],
)
