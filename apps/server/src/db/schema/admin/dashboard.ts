import { index, integer, numeric, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { instant } from '../columns.ts'
import { companies } from '../companies/companies.ts'

/** How many messages a number had in 15 minutes: each clock of the world shows whole ones. */
export const messageStats15m = pgTable(
  'message_stats_15m',
  {
    companyId: uuid()
      .notNull()
      .references(() => companies.id, { onDelete: 'cascade' }),
    /** Its first instant. */
    bucket: instant().notNull(),
    channelId: uuid().notNull(),
    incoming: integer().notNull(),
    outgoing: integer().notNull(),
    /** Those of the outgoing that failed. */
    failed: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.companyId, t.bucket, t.channelId] })],
)

/** What WhatsApp charged for a number's messages in 15 minutes, by category. */
export const messageSpend15m = pgTable(
  'message_spend_15m',
  {
    companyId: uuid()
      .notNull()
      .references(() => companies.id, { onDelete: 'cascade' }),
    bucket: instant().notNull(),
    channelId: uuid().notNull(),
    category: text().notNull(),
    messages: integer().notNull(),
    /** Those of them that no status has priced yet. */
    estimated: integer().notNull(),
    /** Null where no rate is known. */
    amount: numeric({ precision: 16, scale: 6, mode: 'number' }),
    currency: text(),
  },
  (t) => [primaryKey({ columns: [t.companyId, t.bucket, t.channelId, t.category] })],
)

/** Of which time a company's messages are summed up by buckets; those before and after it are counted one by one. */
export const messageSums = pgTable('message_sums', {
  companyId: uuid()
    .primaryKey()
    .references(() => companies.id, { onDelete: 'cascade' }),
  /** Null once the sums reach back to the first message. */
  since: instant(),
  until: instant().notNull(),
})

/**
 * Buckets whose sum may no longer hold, any number of times: triggers on `messages` write them with the change, when it
 * is of a message of more than half an hour ago. No row of two transactions is the same one, so that none waits.
 */
export const messageMarks = pgTable(
  'message_marks',
  { companyId: uuid().notNull(), bucket: instant().notNull() },
  (t) => [index('message_marks_bucket').on(t.companyId, t.bucket)],
)
