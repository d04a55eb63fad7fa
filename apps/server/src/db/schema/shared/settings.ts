import { integer, jsonb, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core'
import { createdAt, updatedAt } from '../columns.ts'

/** One row per host; the row of host '*' answers for every other. */
export const settings = pgTable('settings', {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  host: text().notNull().unique(),
  domain: text().notNull().default(''),
  name: text().notNull().default('Recado'),
  logo: text().notNull().default(''),
  favicon: text().notNull().default(''),
  billing: jsonb().$type<Record<string, string>>().notNull().default({}),
  /** Every other tab of the settings page, by its name. */
  data: jsonb().$type<Record<string, unknown>>().notNull().default({}),
  version: integer().notNull().default(0),
  updatedAt: updatedAt(),
})

/** What the settings of a host were after each save; any of them can be brought back. */
export const settingsVersions = pgTable(
  'settings_versions',
  {
    id: uuid().primaryKey(),
    host: text().notNull(),
    version: integer().notNull(),
    data: jsonb().$type<Record<string, unknown>>().notNull(),
    /** Which tab was saved, or `revert`. */
    tab: text().notNull(),
    authorId: uuid(),
    createdAt: createdAt(),
  },
  (t) => [unique('settings_versions_key').on(t.host, t.version)],
)
