import { date, numeric, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'

/** What WhatsApp charges for a delivered message, by the recipient's country and the category, with the day it holds from. */
export const waRates = pgTable(
  'wa_rates',
  {
    /** ISO code of a country, or a region's name as the rate card has it. */
    market: text().notNull(),
    category: text().notNull(),
    currency: text().notNull(),
    unitPrice: numeric({ precision: 12, scale: 6 }).notNull(),
    effectiveFrom: date().notNull(),
    /** Where the figure is from. */
    source: text().notNull(),
  },
  (t) => [primaryKey({ columns: [t.market, t.category, t.currency, t.effectiveFrom] })],
)
