import { sql } from 'drizzle-orm'
import { pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { createdAt, updatedAt } from '../columns.ts'
import { companyId, version } from '../settings-columns.ts'

export const labels = pgTable(
  'labels',
  {
    id: uuid().primaryKey(),
    companyId: companyId(),
    name: text().notNull(),
    color: text().notNull(),
    version: version(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [uniqueIndex('labels_name_key').on(t.companyId, sql`lower(${t.name})`)],
)
