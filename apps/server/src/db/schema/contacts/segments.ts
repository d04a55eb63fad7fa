import type { FilterGroup } from '@recado/contracts/shared/filter'
import { boolean, index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { createdAt, instant, updatedAt } from '../columns.ts'
import { companyId, version } from '../settings-columns.ts'

/** Groups of contacts by a filter; who belongs to one is computed whenever it is asked. */
export const segments = pgTable(
  'segments',
  {
    id: uuid().primaryKey(),
    companyId: companyId(),
    name: text().notNull(),
    filter: jsonb().$type<FilterGroup>().notNull(),
    shared: boolean().notNull().default(true),
    authorId: uuid(),
    /** How many it had when it was last counted. */
    count: integer(),
    countedAt: instant(),
    version: version(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [index('segments_company').on(t.companyId)],
)
