import { index, pgTable, primaryKey, smallint, text } from 'drizzle-orm/pg-core'
import { createdAt, instant } from '../columns.ts'

export const notificationIdempotency = pgTable(
  'notification_idempotency',
  {
    organizationId: text().notNull(),
    key: text().notNull(),
    bodyHash: text().notNull(),
    /** Null while the first request is still running. */
    status: smallint(),
    body: text(),
    expiresAt: instant().notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.organizationId, t.key] }),
    index('notification_idempotency_expired').on(t.expiresAt),
  ],
)
