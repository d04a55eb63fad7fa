import { jsonb, pgTable } from 'drizzle-orm/pg-core'
import { instant } from '../columns.ts'
import { companyId, version } from '../settings-columns.ts'

/** How a company files its contacts; a company without a row has the defaults of the contract. */
export const contactSettings = pgTable('contact_settings', {
  companyId: companyId().primaryKey(),
  settings: jsonb().$type<Record<string, unknown>>().notNull(),
  version: version(),
  updatedAt: instant().notNull().defaultNow(),
})
