import { plans } from '@recado/contracts/companies/plans'
import { sql } from 'drizzle-orm'
import { index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { createdAt, instant, updatedAt } from '../columns.ts'
import { users } from '../identity/users.ts'

export const companies = pgTable(
  'companies',
  {
    id: uuid().primaryKey(),
    name: text().notNull(),
    legalName: text(),
    taxId: text(),
    country: text().notNull().default('BR'),
    currency: text().notNull().default('BRL'),
    timezone: text().notNull().default('America/Sao_Paulo'),
    locale: text({ enum: ['en', 'pt'] })
      .notNull()
      .default('pt'),
    segment: text(),
    size: text(),
    phone: text(),
    website: text(),
    address: jsonb().$type<Record<string, string>>().notNull().default({}),
    logoFileId: uuid(),
    status: text({
      enum: ['trial', 'active', 'past_due', 'suspended', 'deleting'],
    })
      .notNull()
      .default('active'),
    /** What holds: what the plan grants, with the overrides in force. Written by `recomputeAccess` alone. */
    accessBlocks: text().array().notNull().default(sql`'{integrations,whatsapp_chat}'::text[]`),
    /** What the plan grants, before overrides. */
    planBlocks: text().array().notNull().default(sql`'{integrations,whatsapp_chat}'::text[]`),
    settings: jsonb().$type<Record<string, unknown>>().notNull().default({}),
    /** Color of the company's own pages and of its mark in lists; null for the product's. */
    brandColor: text(),
    /** How its members must sign in; empty asks for nothing. */
    security: jsonb().$type<Record<string, unknown>>().notNull().default({}),
    privacy: jsonb().$type<Record<string, unknown>>().notNull().default({}),
    version: integer().notNull().default(1),
    ownerId: uuid().references(() => users.id),
    /** What its limits go by. */
    plan: text({ enum: plans }).notNull().default('enterprise'),
    /** The company whose test keys work here; null for companies of people. */
    sandboxOf: uuid(),
    /** What the status was before the company was suspended or its deletion was scheduled. */
    statusBefore: text({ enum: ['trial', 'active', 'past_due', 'suspended'] }),
    statusReason: text(),
    /** When a company whose deletion is scheduled goes. */
    deletionAt: instant(),
    trialEndsAt: instant(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    deletedAt: instant(),
    /** When everything that a deleted company had was gone; what says who it was goes with it. */
    purgedAt: instant(),
  },
  (t) => [
    index('companies_status').on(t.status),
    index('companies_owner').on(t.ownerId),
    uniqueIndex('companies_sandbox').on(t.sandboxOf),
  ],
)

export const companyMembers = pgTable(
  'company_members',
  {
    id: uuid().primaryKey(),
    companyId: uuid()
      .notNull()
      .references(() => companies.id, { onDelete: 'cascade' }),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    role: text({ enum: ['admin', 'member'] })
      .notNull()
      .default('member'),
    status: text({ enum: ['new', 'active', 'invited'] })
      .notNull()
      .default('active'),
    grants: text().array().notNull().default(sql`'{}'::text[]`),
    visibility: text({ enum: ['all', 'teams', 'assigned'] })
      .notNull()
      .default('all'),
    /** How many open conversations automatic assignment may give; null leaves it to the team. */
    capacity: integer(),
    /** What the person said; `online` holds only while a browser is connected. */
    presence: text({ enum: ['online', 'busy', 'away', 'offline'] })
      .notNull()
      .default('online'),
    presenceAt: instant(),
    invitedBy: uuid(),
    joinedAt: instant(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [uniqueIndex('company_members_key').on(t.companyId, t.userId), index('company_members_user').on(t.userId)],
)

export const invitations = pgTable(
  'invitations',
  {
    id: uuid().primaryKey(),
    companyId: uuid()
      .notNull()
      .references(() => companies.id, { onDelete: 'cascade' }),
    email: text().notNull(),
    role: text({ enum: ['admin', 'member'] })
      .notNull()
      .default('member'),
    grants: text().array().notNull().default(sql`'{}'::text[]`),
    visibility: text({ enum: ['all', 'teams', 'assigned'] })
      .notNull()
      .default('all'),
    teamIds: uuid().array().notNull().default(sql`'{}'::uuid[]`),
    tokenHash: text().notNull(),
    invitedBy: uuid().references(() => users.id, { onDelete: 'set null' }),
    expiresAt: instant().notNull(),
    acceptedAt: instant(),
    declinedAt: instant(),
    revokedAt: instant(),
    createdAt: createdAt(),
  },
  (t) => [
    uniqueIndex('invitations_token_key').on(t.tokenHash),
    uniqueIndex('invitations_open_key')
      .on(t.companyId, t.email)
      .where(sql`accepted_at is null and declined_at is null and revoked_at is null`),
  ],
)
