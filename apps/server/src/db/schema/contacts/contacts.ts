import { sql } from 'drizzle-orm'
import { foreignKey, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { createdAt, instant, updatedAt } from '../columns.ts'

export const contacts = pgTable(
  'contacts',
  {
    companyId: uuid().notNull(),
    id: uuid().notNull(),
    /** Name given by the team; wins over the profile name. */
    name: text(),
    profileName: text(),
    /** Canonical digits (international, with Brazil's ninth digit); null for people known only by a business-scoped id. */
    phone: text(),
    email: text(),
    notes: text(),
    attributes: jsonb().$type<Record<string, unknown>>().notNull().default({}),
    tags: text().array().notNull().default(sql`'{}'::text[]`),
    language: text(),
    timezone: text(),
    /** Whether marketing may be sent: the last word of the consents, kept for filters. */
    marketing: text({ enum: ['unknown', 'granted', 'denied'] })
      .notNull()
      .default('unknown'),
    blockedAt: instant(),
    /** The contact that this one was merged into; its conversations and identities are there. */
    mergedIntoId: uuid(),
    /** Names, phone and e-mail without accents or case, for searching. */
    search: text().generatedAlwaysAs(
      sql`lower(recado_unaccent(coalesce(name, '') || ' ' || coalesce(profile_name, '') || ' ' || coalesce(phone, '') || ' ' || coalesce(email, '')))`,
    ),
    /** Raised by whatever changes what the team may edit; a profile's new name leaves it. */
    version: integer().notNull().default(1),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    deletedAt: instant(),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.id] }),
    index('contacts_search').using('gin', sql`search gin_trgm_ops`),
    uniqueIndex('contacts_phone_key').on(t.companyId, t.phone).where(sql`phone is not null and deleted_at is null`),
  ],
)

/** How a contact is known on WhatsApp: by phone, by business-scoped user id, or both. */
export const contactIdentities = pgTable(
  'contact_identities',
  {
    companyId: uuid().notNull(),
    id: uuid().notNull(),
    contactId: uuid().notNull(),
    /** The portfolio (or else the WABA) in which the business-scoped id is valid. */
    scope: text().notNull(),
    /** Canonical digits, for matching. */
    phone: text(),
    /** Digits as Meta last gave them, for sending. */
    waId: text(),
    bsuid: text(),
    parentBsuid: text(),
    username: text(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.id] }),
    uniqueIndex('contact_identities_phone_key').on(t.companyId, t.scope, t.phone).where(sql`phone is not null`),
    uniqueIndex('contact_identities_bsuid_key').on(t.companyId, t.scope, t.bsuid).where(sql`bsuid is not null`),
    index('contact_identities_contact').on(t.companyId, t.contactId),
    foreignKey({
      columns: [t.companyId, t.contactId],
      foreignColumns: [contacts.companyId, contacts.id],
    }),
  ],
)

/** Every yes and no to being written to, as it was given. The newest by `at` holds for its purpose and number. */
export const consents = pgTable(
  'consents',
  {
    companyId: uuid().notNull(),
    id: uuid().notNull(),
    contactId: uuid().notNull(),
    /** Null: for every number of the company. */
    channelId: uuid(),
    purpose: text({ enum: ['marketing'] }).notNull(),
    state: text({ enum: ['granted', 'denied'] }).notNull(),
    source: text({ enum: ['keyword', 'whatsapp', 'provider_error', 'manual', 'api', 'import', 'merge'] }).notNull(),
    /** What proves it: the words, the message, the person who noted it. */
    evidence: jsonb().$type<Record<string, unknown>>().notNull().default({}),
    at: instant().notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.id] }),
    index('consents_contact').on(t.companyId, t.contactId, t.purpose, t.at),
    foreignKey({
      columns: [t.companyId, t.contactId],
      foreignColumns: [contacts.companyId, contacts.id],
    }),
  ],
)

/** Two contacts made one, with what it takes to part them again. */
export const contactMerges = pgTable(
  'contact_merges',
  {
    companyId: uuid().notNull(),
    id: uuid().notNull(),
    survivorId: uuid().notNull(),
    mergedId: uuid().notNull(),
    snapshot: jsonb().$type<Record<string, unknown>>().notNull(),
    actorId: uuid(),
    createdAt: createdAt(),
    undoneAt: instant(),
  },
  (t) => [primaryKey({ columns: [t.companyId, t.id] }), index('contact_merges_survivor').on(t.companyId, t.survivorId)],
)
