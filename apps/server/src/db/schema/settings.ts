import { integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { updatedAt } from './columns.ts'

/** One row per host; the row of host '*' answers for every other. */
export const settings = pgTable('settings', {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  host: text().notNull().unique(),
  domain: text().notNull().default(''),
  name: text().notNull().default('Recado'),
  logo: text().notNull().default(''),
  favicon: text().notNull().default(''),
  billing: jsonb().$type<Record<string, string>>().notNull().default({}),
  updatedAt: updatedAt(),
})
