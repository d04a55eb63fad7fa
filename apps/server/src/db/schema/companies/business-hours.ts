import type { Holiday, WeeklyInterval } from '@recado/contracts/companies/business-hours'
import { sql } from 'drizzle-orm'
import { jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { createdAt, updatedAt } from '../columns.ts'
import { companyId, version } from '../settings-columns.ts'

/** When the team works. A company has any number of them; teams, channels and SLA policies name one. */
export const businessHours = pgTable(
  'business_hours',
  {
    id: uuid().primaryKey(),
    companyId: companyId(),
    name: text().notNull(),
    timezone: text().notNull(),
    weekly: jsonb().$type<WeeklyInterval[]>().notNull().default([]),
    holidays: jsonb().$type<Holiday[]>().notNull().default([]),
    version: version(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [uniqueIndex('business_hours_name_key').on(t.companyId, sql`lower(${t.name})`)],
)
