import { boolean, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { updatedAt } from '../columns.ts'
import { companies } from '../companies/companies.ts'

/** How far a feature is let out; one without a row is out for everybody. */
export const featureFlags = pgTable('feature_flags', {
  key: text().primaryKey(),
  enabled: boolean().notNull().default(true),
  /** Share of companies that have it, where nothing is said about a company. */
  percent: integer().notNull().default(100),
  note: text().notNull().default(''),
  version: integer().notNull().default(0),
  updatedBy: uuid(),
  updatedAt: updatedAt(),
})

/** Companies for which a feature is on or off whatever the share says. */
export const featureFlagCompanies = pgTable(
  'feature_flag_companies',
  {
    key: text().notNull(),
    companyId: uuid()
      .notNull()
      .references(() => companies.id, { onDelete: 'cascade' }),
    isOn: boolean().notNull(),
  },
  (t) => [primaryKey({ columns: [t.key, t.companyId] })],
)
