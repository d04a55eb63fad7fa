import { bigint, date, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'

/** How much of a quota was used on a day. */
export const quotaUses = pgTable(
  'quota_uses',
  {
    /** The quota, and the person, the company or the hash of the address that it is counted for. */
    subject: text().notNull(),
    day: date().notNull(),
    used: bigint({ mode: 'number' }).notNull(),
  },
  (t) => [primaryKey({ columns: [t.subject, t.day] })],
)
