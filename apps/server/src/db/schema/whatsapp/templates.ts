import type { TemplateContent } from '@recado/contracts/whatsapp/template-content'
import { sql } from 'drizzle-orm'
import { date, index, integer, jsonb, numeric, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { createdAt, instant, updatedAt } from '../columns.ts'
import { companies } from '../companies/companies.ts'
import { waAccounts } from './channels.ts'

/** A message template of an account in one language: what Meta has of it, and what is not published yet. */
export const templates = pgTable(
  'templates',
  {
    id: uuid().primaryKey(),
    companyId: uuid()
      .notNull()
      .references(() => companies.id, { onDelete: 'cascade' }),
    waAccountId: uuid()
      .notNull()
      .references(() => waAccounts.id),
    /** Null until Meta has it. */
    metaId: text(),
    name: text().notNull(),
    language: text().notNull(),
    category: text().notNull(),
    /** What it was before Meta changed it by itself, and when. */
    categoryBefore: text(),
    recategorisedAt: instant(),
    /** Meta's word in capitals, or our own `DRAFT`, `SUBMITTING`, `UNKNOWN`. */
    status: text().notNull(),
    quality: text(),
    rejectedReason: text(),
    /** What Meta advises about a rejection. */
    recommendation: text(),
    parameterFormat: text({ enum: ['POSITIONAL', 'NAMED'] })
      .notNull()
      .default('POSITIONAL'),
    /** As Meta has them; empty while it has none. */
    components: jsonb().$type<unknown[]>().notNull().default([]),
    ttlSeconds: integer(),
    source: text({ enum: ['local', 'meta', 'library'] })
      .notNull()
      .default('meta'),
    /** What is written and not submitted. */
    draft: jsonb().$type<TemplateContent>(),
    /** Counts the changes of the draft, so that two people do not overwrite each other. */
    version: integer().notNull().default(1),
    /** Files of the samples by their place, so that a media header can be submitted again. */
    samples: jsonb().$type<Record<string, string>>().notNull().default({}),
    /** When the approved template was edited, within the last 30 days. */
    edits: jsonb().$type<string[]>().notNull().default([]),
    submittedAt: instant(),
    approvedAt: instant(),
    pausedUntil: instant(),
    archivedAt: instant(),
    createdBy: uuid(),
    syncedAt: instant(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    deletedAt: instant(),
  },
  (t) => [
    uniqueIndex('templates_key').on(t.waAccountId, t.name, t.language).where(sql`deleted_at is null`),
    index('templates_company').on(t.companyId, t.status),
    index('templates_name').on(t.companyId, t.name, t.waAccountId),
    index('templates_meta').on(t.metaId),
  ],
)

/** What was submitted to Meta, and what became of it. */
export const templateVersions = pgTable(
  'template_versions',
  {
    id: uuid().primaryKey(),
    companyId: uuid().notNull(),
    templateId: uuid()
      .notNull()
      .references(() => templates.id, { onDelete: 'cascade' }),
    number: integer().notNull(),
    content: jsonb().$type<TemplateContent>().notNull(),
    status: text().notNull(),
    reason: text(),
    /** Null for what came from Meta. */
    authorId: uuid(),
    createdAt: createdAt(),
  },
  (t) => [uniqueIndex('template_versions_key').on(t.templateId, t.number)],
)

/** What Meta counted of a template on a day of UTC, and what we counted of our own messages. */
export const templateStats = pgTable(
  'template_stats',
  {
    companyId: uuid().notNull(),
    templateId: uuid()
      .notNull()
      .references(() => templates.id, { onDelete: 'cascade' }),
    day: date({ mode: 'string' }).notNull(),
    sent: integer().notNull().default(0),
    delivered: integer().notNull().default(0),
    read: integer().notNull().default(0),
    clicked: integer().notNull().default(0),
    ownSent: integer().notNull().default(0),
    ownDelivered: integer().notNull().default(0),
    ownRead: integer().notNull().default(0),
    /** Taps on quick replies. */
    ownClicked: integer().notNull().default(0),
    ownFailed: integer().notNull().default(0),
  },
  (t) => [primaryKey({ columns: [t.templateId, t.day] })],
)

/** What we know of an account's templates as a whole. */
export const templateAccounts = pgTable('template_accounts', {
  waAccountId: uuid()
    .primaryKey()
    .references(() => waAccounts.id, { onDelete: 'cascade' }),
  companyId: uuid().notNull(),
  syncedAt: instant(),
  /** When Meta was told to count; cannot be undone there. */
  insightsAt: instant(),
  /** When our own messages were counted last. */
  countedAt: instant(),
})

/** What WhatsApp charges for a delivered message, by the recipient's country and the category, with the day it holds from. */
export const waRates = pgTable(
  'wa_rates',
  {
    /** ISO code of a country, or a region's name as the rate card has it. */
    market: text().notNull(),
    category: text().notNull(),
    currency: text().notNull(),
    unitPrice: numeric({ precision: 12, scale: 6 }).notNull(),
    effectiveFrom: date().notNull(),
    /** Where the figure is from. */
    source: text().notNull(),
  },
  (t) => [primaryKey({ columns: [t.market, t.category, t.currency, t.effectiveFrom] })],
)
