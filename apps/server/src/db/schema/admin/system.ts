import { pgTable, text } from 'drizzle-orm/pg-core'
import { instant } from '../columns.ts'

/** What is or was wrong with the running platform, and when its admins were told. */
export const systemTroubles = pgTable('system_troubles', {
  /** One of the kinds of the contract. */
  kind: text().primaryKey(),
  since: instant().notNull(),
  endedAt: instant(),
  toldAt: instant(),
})
