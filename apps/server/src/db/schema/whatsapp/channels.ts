import { channelStatuses, pauseScopes } from '@recado/contracts/whatsapp/channels'
import { sql } from 'drizzle-orm'
import { index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { createdAt, instant, updatedAt } from '../columns.ts'
import { companies } from '../companies/companies.ts'

/** A WhatsApp business account (WABA) that a company has connected. */
export const waAccounts = pgTable(
  'wa_accounts',
  {
    id: uuid().primaryKey(),
    companyId: uuid()
      .notNull()
      .references(() => companies.id, { onDelete: 'cascade' }),
    wabaId: text().notNull(),
    /** Meta's business portfolio, which business-scoped user ids and messaging limits belong to. */
    portfolioId: text(),
    name: text().notNull().default(''),
    currency: text(),
    timezoneId: text(),
    reviewStatus: text(),
    /** Sealed system-user or business token. */
    token: text(),
    /** Sealed app secret when the company uses an app of its own. */
    appSecret: text(),
    /** `manual`: pasted by a person. `embedded`: came by the signup. */
    tokenKind: text({ enum: ['manual', 'embedded'] })
      .notNull()
      .default('manual'),
    tokenIssuedAt: instant(),
    /** Null when it does not run out, or nothing is known. */
    tokenExpiresAt: instant(),
    /** Whether Meta verified the business, in Meta's word. */
    verificationStatus: text(),
    /** When Meta last refused a message for lack of payment, and when a later one was paid or the issue marked as fixed. */
    paymentFailedAt: instant(),
    paymentFixedAt: instant(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [uniqueIndex('wa_accounts_waba_key').on(t.companyId, t.wabaId), index('wa_accounts_waba').on(t.wabaId)],
)

export const channels = pgTable(
  'channels',
  {
    id: uuid().primaryKey(),
    companyId: uuid()
      .notNull()
      .references(() => companies.id, { onDelete: 'cascade' }),
    waAccountId: uuid()
      .notNull()
      .references(() => waAccounts.id),
    phoneNumberId: text().notNull(),
    /** Display form as Meta gives it, e.g. "+55 11 98765-0001". */
    phone: text().notNull(),
    name: text().notNull(),
    nameStatus: text(),
    /** `sandbox`: of the demo's stand-in. `test`: the number of test keys, which answers by itself. */
    kind: text({ enum: ['cloud', 'coexistence', 'sandbox', 'test'] })
      .notNull()
      .default('cloud'),
    status: text({ enum: channelStatuses }).notNull().default('connected'),
    statusReason: text(),
    /** Until when a restriction holds; a good health check does not lift it before. */
    restrictedUntil: instant(),
    quality: text(),
    messagingLimit: text(),
    /** Messages per second that Meta lets this number send. */
    throughput: integer().notNull().default(80),
    profile: jsonb().$type<Record<string, unknown>>().notNull().default({}),
    health: jsonb().$type<Record<string, unknown>>().notNull().default({}),
    healthCheckedAt: instant(),
    settings: jsonb().$type<Record<string, unknown>>().notNull().default({}),
    /** Grows with each change of `settings`. */
    settingsVersion: integer().notNull().default(1),
    /** Sealed two-step PIN, when we made it or were given it. */
    pin: text(),
    /** Set while the platform holds sends back: all of them, or marketing alone. */
    pausedScope: text({ enum: pauseScopes }),
    pausedReason: text(),
    pausedAt: instant(),
    lastInboundAt: instant(),
    lastOutboundAt: instant(),
    /** The first send that no webhook has followed. */
    unheardSince: instant(),
    lastEventAt: instant(),
    /** When the WhatsApp Business app of a coexistence number last gave a sign. */
    lastAppEventAt: instant(),
    /** How long after the fact the last webhook was processed. */
    webhookLagSeconds: integer(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    disconnectedAt: instant(),
  },
  (t) => [
    uniqueIndex('channels_number_key').on(t.phoneNumberId).where(sql`disconnected_at is null`),
    index('channels_company').on(t.companyId, t.status),
    index('channels_former').on(t.phoneNumberId).where(sql`disconnected_at is not null`),
  ],
)

/** Changes of a channel's status, quality, limit: what happened, when, why. */
export const channelEvents = pgTable(
  'channel_events',
  {
    id: uuid().primaryKey(),
    companyId: uuid().notNull(),
    channelId: uuid().notNull(),
    kind: text().notNull(),
    before: text(),
    after: text(),
    detail: jsonb().$type<Record<string, unknown>>(),
    createdAt: createdAt(),
  },
  (t) => [index('channel_events_channel').on(t.companyId, t.channelId, t.createdAt)],
)

/** Whom the numbers of a portfolio last reached outside of a service window: what Meta counts against the limit. */
export const portfolioReaches = pgTable(
  'portfolio_reaches',
  {
    /** The portfolio, or the account when the portfolio is not known. */
    scope: text().notNull(),
    /** Hash of whoever was written to: the same person of two companies counts once. */
    person: text().notNull(),
    at: instant().notNull(),
  },
  (t) => [primaryKey({ columns: [t.scope, t.person] }), index('portfolio_reaches_at').on(t.scope, t.at)],
)
