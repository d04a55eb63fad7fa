import { consentMedia, consentPurposes, consentSources, consentStates } from '@recado/contracts/contacts/consents'
import type { ContactAddress } from '@recado/contracts/contacts/contact-values'
import { type BlockAnswer, contactSources } from '@recado/contracts/contacts/contacts'
import { sql } from 'drizzle-orm'
import {
  date,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { createdAt, instant, updatedAt } from '../columns.ts'
import { companyId } from '../settings-columns.ts'

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
    /** Rows of `contact_tags`. */
    tagIds: uuid().array().notNull().default(sql`'{}'::uuid[]`),
    language: text(),
    timezone: text(),
    /** Where they work, and as what. */
    organization: text(),
    jobTitle: text(),
    /** CPF or CNPJ, sealed; `documentHash` finds it again (`sealer.sign`). */
    document: text(),
    documentHash: text(),
    birthday: date({ mode: 'string' }),
    address: jsonb().$type<ContactAddress>(),
    lifecycle: text(),
    /** The member who looks after them. */
    ownerId: uuid(),
    source: text({ enum: contactSources }).notNull().default('chat'),
    lastInboundAt: instant(),
    lastOutboundAt: instant(),
    /** The day of the last inbound message in UTC: an index over it is touched once a day at most, one over the instant by every message. */
    lastInboundDay: date({ mode: 'string' })
      .notNull()
      .generatedAlwaysAs(sql`coalesce((last_inbound_at at time zone 'UTC')::date, '-infinity'::date)`),
    /** Why nothing of them may be erased. */
    legalHold: text(),
    erasedAt: instant(),
    /** Whether marketing may be sent: the last word of the consents, kept for filters. */
    marketing: text({ enum: ['unknown', 'granted', 'denied'] })
      .notNull()
      .default('unknown'),
    blockedAt: instant(),
    /** Why, and what became of asking WhatsApp to block them. */
    block: jsonb().$type<{ reason: string; onWhatsapp: BlockAnswer }>(),
    /** The contact that this one was merged into; its conversations and identities are there. In the bin without it. */
    mergedIntoId: uuid(),
    // The trigger `contacts_keep_search` keeps the next three. Generated columns could not know which attributes are
    // searchable.
    /** Names, phone, e-mail and the values of searchable attributes without accents or case, for searching. */
    search: text(),
    /** The name without accents or case; null for whoever has none. Free of phones, which not all readers may see. */
    sortName: text(),
    /** `key=value` of each attribute that is a text, without accents or case. */
    attributeTerms: text().array(),
    /** Raised by whatever changes what the team may edit; a profile's new name leaves it. */
    version: integer().notNull().default(1),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    deletedAt: instant(),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.id] }),
    index('contacts_search').using('gin', sql`search gin_trgm_ops`),
    // Whoever is in the bin keeps the phone: a message from it brings them back.
    uniqueIndex('contacts_phone_key').on(t.companyId, t.phone).where(sql`phone is not null`),
    index('contacts_created').on(t.companyId, t.createdAt, t.id).where(sql`deleted_at is null`),
    // It holds `search` as well, so that a search in the order of names reads nothing but this index.
    index('contacts_name')
      .on(t.companyId, t.sortName, t.id, t.search)
      .where(sql`deleted_at is null and erased_at is null`),
    index('contacts_inbound').on(t.companyId, t.lastInboundDay, t.id).where(sql`deleted_at is null`),
    index('contacts_owner').on(t.companyId, t.ownerId, t.createdAt, t.id).where(sql`owner_id is not null`),
    index('contacts_lifecycle').on(t.companyId, t.lifecycle, t.createdAt, t.id).where(sql`lifecycle is not null`),
    index('contacts_marketing').on(t.companyId, t.createdAt, t.id).where(sql`marketing = 'denied'`),
    index('contacts_email').on(t.companyId, sql`lower(email)`).where(sql`email is not null and deleted_at is null`),
    index('contacts_blocked').on(t.companyId, t.id).where(sql`blocked_at is not null`),
    index('contacts_document').on(t.companyId, t.documentHash).where(sql`document_hash is not null`),
    index('contacts_tags').using('gin', t.tagIds).where(sql`tag_ids <> '{}'`),
    // What most contacts come from is found soon without an index.
    index('contacts_source').on(t.companyId, t.source, t.createdAt, t.id).where(sql`source not in ('chat', 'import')`),
    index('contacts_attributes').using('gin', t.attributeTerms).where(sql`attribute_terms is not null`),
    index('contacts_bin').on(t.companyId, t.deletedAt).where(sql`deleted_at is not null and merged_into_id is null`),
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
    index('contact_identities_username')
      .on(t.companyId, sql`lower(recado_unaccent(username)) text_pattern_ops`)
      // No other query says it so: a planner without statistics would take it for finding one person's.
      .where(sql`username <> ''`),
    foreignKey({
      columns: [t.companyId, t.contactId],
      foreignColumns: [contacts.companyId, contacts.id],
    }),
  ],
)

/** Further phones and e-mail addresses of a contact, and what other systems call it. */
export const contactPoints = pgTable(
  'contact_points',
  {
    companyId: uuid().notNull(),
    id: uuid().notNull(),
    contactId: uuid().notNull(),
    kind: text({ enum: ['phone', 'email', 'external'] }).notNull(),
    /** The system that an external id is of; empty for the others. */
    scope: text().notNull().default(''),
    /** Canonical digits, lower case address, or the id as it is. */
    value: text().notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.id] }),
    index('contact_points_contact').on(t.companyId, t.contactId),
    index('contact_points_value').on(t.companyId, t.kind, t.value),
    uniqueIndex('contact_points_key').on(t.companyId, t.kind, t.scope, t.value).where(sql`kind <> 'email'`),
    foreignKey({
      columns: [t.companyId, t.contactId],
      foreignColumns: [contacts.companyId, contacts.id],
    }),
  ],
)

/** Every yes and no to being written to, as it was given. The newest by `at` holds for its medium, purpose and number. */
export const consents = pgTable(
  'consents',
  {
    companyId: uuid().notNull(),
    id: uuid().notNull(),
    contactId: uuid().notNull(),
    /** Null: for every number of the company. */
    channelId: uuid(),
    medium: text({ enum: consentMedia }).notNull().default('whatsapp'),
    purpose: text({ enum: consentPurposes }).notNull(),
    state: text({ enum: consentStates }).notNull(),
    source: text({ enum: consentSources }).notNull(),
    /** What proves it: the words, the message, the person who noted it. */
    evidence: jsonb().$type<Record<string, unknown>>().notNull().default({}),
    /** Which wording they agreed to. */
    textVersion: text(),
    at: instant().notNull(),
    /** After this it holds no longer. */
    expiresAt: instant(),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.id] }),
    index('consents_contact').on(t.companyId, t.contactId, t.purpose, t.at),
    index('consents_pending').on(t.companyId, t.contactId).where(sql`state = 'pending'`),
    index('consents_expiring').on(t.expiresAt).where(sql`expires_at is not null`),
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

/** People who must not be written to or taken in again, by keyed hashes of what they are known by. Outlives them. */
export const suppressions = pgTable(
  'suppressions',
  {
    companyId: companyId(),
    id: uuid().primaryKey(),
    kind: text({ enum: ['phone', 'email', 'bsuid'] }).notNull(),
    hash: text().notNull(),
    reason: text({ enum: ['erased', 'opt_out', 'complaint'] }).notNull(),
    /** The merge by which it is on the list, which undoing the merge takes off; null where no merge added it. */
    mergeId: uuid(),
    createdAt: createdAt(),
  },
  (t) => [uniqueIndex('suppressions_key').on(t.companyId, t.kind, t.hash)],
)
