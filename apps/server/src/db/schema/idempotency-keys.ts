import { index, pgTable, primaryKey, smallint, text } from 'drizzle-orm/pg-core'
import { createdAt, instant } from './columns.ts'

/** Requests that may be repeated under a key without being done twice, with what they were answered. */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    /** Whose key it is: an organisation of the notification API, or an API key of the product. */
    owner: text().notNull(),
    key: text().notNull(),
    bodyHash: text().notNull(),
    /** Null while the first request is still running. */
    status: smallint(),
    body: text(),
    expiresAt: instant().notNull(),
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.owner, t.key] }), index('idempotency_keys_expired').on(t.expiresAt)],
)
