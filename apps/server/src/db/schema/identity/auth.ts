import { index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { createdAt, instant } from '../columns.ts'
import { users } from './users.ts'

export const authTokens = pgTable(
  'auth_tokens',
  {
    id: uuid().primaryKey(),
    userId: uuid().references(() => users.id, { onDelete: 'cascade' }),
    email: text().notNull(),
    kind: text({ enum: ['verify', 'reset', 'email_change'] }).notNull(),
    tokenHash: text().notNull(),
    /** Hash of the six digits that can be typed instead of following the link. */
    codeHash: text(),
    attempts: integer().notNull().default(0),
    expiresAt: instant().notNull(),
    usedAt: instant(),
    createdAt: createdAt(),
  },
  (t) => [uniqueIndex('auth_tokens_token_key').on(t.tokenHash), index('auth_tokens_email').on(t.email, t.kind)],
)
