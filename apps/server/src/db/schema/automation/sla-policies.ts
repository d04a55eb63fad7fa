import type { SlaConditions, SlaTargets } from '@recado/contracts/automation/sla-policies'
import { sql } from 'drizzle-orm'
import { boolean, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { createdAt, updatedAt } from '../columns.ts'
import { businessHours } from '../companies/business-hours.ts'
import { companyId, version } from '../settings-columns.ts'

export const slaPolicies = pgTable(
  'sla_policies',
  {
    id: uuid().primaryKey(),
    companyId: companyId(),
    name: text().notNull(),
    targets: jsonb().$type<SlaTargets>().notNull(),
    conditions: jsonb().$type<SlaConditions>().notNull(),
    businessHoursId: uuid().references(() => businessHours.id, { onDelete: 'set null' }),
    active: boolean().notNull().default(true),
    /** The first active policy whose conditions hold is applied. */
    position: integer().notNull().default(0),
    version: version(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [uniqueIndex('sla_policies_name_key').on(t.companyId, sql`lower(${t.name})`)],
)
