import type { AutoAssign } from '@recado/contracts/companies/teams'
import { sql } from 'drizzle-orm'
import { boolean, index, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { createdAt, updatedAt } from '../columns.ts'
import { companyId, version } from '../settings-columns.ts'
import { businessHours } from './business-hours.ts'

/** People who share a queue. */
export const teams = pgTable(
  'teams',
  {
    id: uuid().primaryKey(),
    companyId: companyId(),
    name: text().notNull(),
    description: text(),
    autoAssign: jsonb().$type<AutoAssign>().notNull(),
    businessHoursId: uuid().references(() => businessHours.id, { onDelete: 'set null' }),
    defaultLabelIds: uuid().array().notNull().default(sql`'{}'::uuid[]`),
    version: version(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [uniqueIndex('teams_name_key').on(t.companyId, sql`lower(${t.name})`)],
)

export const teamMembers = pgTable(
  'team_members',
  {
    companyId: companyId(),
    teamId: uuid()
      .notNull()
      .references(() => teams.id, { onDelete: 'cascade' }),
    userId: uuid().notNull(),
    lead: boolean().notNull().default(false),
  },
  (t) => [primaryKey({ columns: [t.teamId, t.userId] }), index('team_members_user').on(t.companyId, t.userId)],
)
