import { index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { createdAt, instant, updatedAt } from '../columns.ts'
import { users } from '../identity/users.ts'
import { companyId, version } from '../settings-columns.ts'

/** Secrets are stored as hashes only; while one is replaced the one before works too. */
export const apiKeys = pgTable(
  'api_keys',
  {
    id: uuid().primaryKey(),
    companyId: companyId(),
    name: text().notNull(),
    /** `test`: it works in the company's sandbox. */
    mode: text({ enum: ['live', 'test'] })
      .notNull()
      .default('live'),
    prefix: text().notNull(),
    secretHash: text().notNull(),
    previousHash: text(),
    previousUntil: instant(),
    scopes: text().array().notNull(),
    addresses: text().array().notNull(),
    expiresAt: instant(),
    /** In how many days it was to end when people were last told of it. */
    toldDays: integer(),
    lastUsedAt: instant(),
    lastAddress: text(),
    createdBy: uuid().references(() => users.id, { onDelete: 'set null' }),
    revokedAt: instant(),
    version: version(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    uniqueIndex('api_keys_secret').on(t.secretHash),
    uniqueIndex('api_keys_previous').on(t.previousHash),
    index('api_keys_company').on(t.companyId, t.createdAt),
  ],
)
