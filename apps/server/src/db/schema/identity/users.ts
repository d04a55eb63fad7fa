import { boolean, index, integer, jsonb, pgTable, text, unique, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { createdAt, instant, updatedAt } from '../columns.ts'

export const users = pgTable(
  'users',
  {
    id: uuid().primaryKey(),
    email: text().notNull(),
    emailVerifiedAt: instant(),
    name: text().notNull(),
    phone: text(),
    passwordHash: text(),
    role: text({ enum: ['customer', 'support', 'admin'] })
      .notNull()
      .default('customer'),
    status: text({ enum: ['new', 'active', 'suspended', 'deleted'] })
      .notNull()
      .default('new'),
    waOperator: boolean().notNull().default(false),
    jobRole: text(),
    locale: text({ enum: ['en', 'pt'] })
      .notNull()
      .default('en'),
    timezone: text().notNull().default('America/Sao_Paulo'),
    avatarFileId: uuid(),
    preferences: jsonb().$type<Record<string, unknown>>().notNull().default({}),
    consents: jsonb().$type<Record<string, unknown>>().notNull().default({}),
    lastSeenAt: instant(),
    /** When an account goes whose owner asked for that. */
    deletionAt: instant(),
    /** Sealed secret of the authenticator app; it counts once confirmed. */
    totpSecret: text(),
    totpConfirmedAt: instant(),
    /** Time step of the last code that was accepted: none works twice. */
    totpLastStep: integer(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [uniqueIndex('users_email_key').on(t.email), index('users_role_status').on(t.role, t.status)],
)

export const userIdentities = pgTable(
  'user_identities',
  {
    id: uuid().primaryKey(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    provider: text({ enum: ['google', 'github'] }).notNull(),
    providerUserId: text().notNull(),
    email: text(),
    createdAt: createdAt(),
  },
  (t) => [
    unique('user_identities_provider_key').on(t.provider, t.providerUserId),
    index('user_identities_user').on(t.userId),
  ],
)

/** Codes that stand in for the authenticator app, each once. */
export const recoveryCodes = pgTable(
  'recovery_codes',
  {
    id: uuid().primaryKey(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    codeHash: text().notNull(),
    usedAt: instant(),
    createdAt: createdAt(),
  },
  (t) => [uniqueIndex('recovery_codes_key').on(t.userId, t.codeHash)],
)
