import { sql } from 'drizzle-orm'
import { index, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { createdAt, instant } from '../columns.ts'
import { users } from './users.ts'

export const sessions = pgTable(
  'sessions',
  {
    id: uuid().primaryKey(),
    tokenHash: text().notNull(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    companyId: uuid(),
    /** The admin who acts as the user; set while impersonating. */
    impersonatorId: uuid().references(() => users.id, { onDelete: 'cascade' }),
    /** While impersonating: whether it may write, why it was started, and the admin's own session to go back to. */
    impersonationMode: text({ enum: ['view', 'act'] }),
    reason: text(),
    originSessionId: uuid(),
    /** How it was opened: `password`, `password+app`, `password+recovery`, or a provider. */
    method: text(),
    ip: text(),
    userAgent: text(),
    lastSeenAt: instant().notNull().defaultNow(),
    expiresAt: instant().notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    uniqueIndex('sessions_token_key').on(t.tokenHash),
    index('sessions_user').on(t.userId),
    index('sessions_impersonator').on(t.impersonatorId).where(sql`impersonator_id is not null`),
  ],
)
