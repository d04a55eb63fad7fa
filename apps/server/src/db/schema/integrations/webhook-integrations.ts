import { sql } from 'drizzle-orm'
import {
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { bytea, createdAt, instant, updatedAt } from '../columns.ts'
import { users } from '../identity/users.ts'
import { companyId, version } from '../settings-columns.ts'

/** The systems that a company lets tell it things, each by an address of its own. */
export const webhookIntegrations = pgTable(
  'webhook_integrations',
  {
    id: uuid().primaryKey(),
    companyId: companyId(),
    sourceKey: text().notNull(),
    /** Which version of its source it follows; null where the source has none. */
    sourceNumber: integer(),
    name: text().notNull(),
    enabled: boolean().notNull().default(false),
    tokenHash: text().notNull(),
    /** The token of the address, sealed, for showing the address to those who may manage it. */
    token: text().notNull(),
    /** Secrets by their keys, sealed as one; those before them work until `previousUntil`. */
    secrets: text(),
    previousSecrets: text(),
    previousUntil: instant(),
    /** How the generic source is verified, addresses that may call, and the like. */
    settings: jsonb().$type<Record<string, unknown>>().notNull().default({}),
    mapping: jsonb().$type<Record<string, unknown>>().notNull().default({}),
    actions: jsonb().$type<Record<string, unknown>[]>().notNull().default([]),
    /** While someone waits for a sample. */
    listeningUntil: instant(),
    lastEventAt: instant(),
    /** When it was told last that it fails, and that it has gone quiet. */
    failingNotifiedAt: instant(),
    silentNotifiedAt: instant(),
    createdBy: uuid().references(() => users.id, { onDelete: 'set null' }),
    version: version(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    uniqueIndex('webhook_integrations_token').on(t.tokenHash),
    index('webhook_integrations_company').on(t.companyId, t.createdAt),
    index('webhook_integrations_source').on(t.sourceKey, t.sourceNumber, t.id).where(sql`source_number is not null`),
  ],
)

/** What came in by them. Committed before it is acknowledged, and its own queue. */
export const webhookInboundEvents = pgTable(
  'webhook_inbound_events',
  {
    id: uuid().primaryKey(),
    companyId: uuid().notNull(),
    integrationId: uuid()
      .notNull()
      .references(() => webhookIntegrations.id, { onDelete: 'cascade' }),
    /** Work is dealt to processes by shard. */
    shard: smallint().notNull(),
    receivedAt: instant().notNull(),
    /** What its source knows it by, or a hash of it with its time; null for what is not told apart. */
    dedupeKey: text(),
    event: text(),
    canonical: text(),
    /** What it tells of, such as an order: events of one object are worked off in their order. */
    objectKey: text(),
    headers: jsonb().$type<Record<string, string>>().notNull().default({}),
    query: text().notNull().default(''),
    contentType: text().notNull().default(''),
    body: bytea().notNull(),
    state: text().notNull(),
    /** Why it is in this state. */
    reason: text(),
    error: text(),
    isTest: boolean().notNull().default(false),
    isSample: boolean().notNull().default(false),
    contactId: uuid(),
    results: jsonb().$type<Record<string, unknown>[]>().notNull().default([]),
    attempts: smallint().notNull().default(0),
    nextAt: instant(),
    processedAt: instant(),
  },
  (t) => [
    uniqueIndex('webhook_inbound_events_key').on(t.integrationId, t.dedupeKey),
    index('webhook_inbound_events_waiting').on(t.shard, t.integrationId, t.id).where(sql`state = 'received'`),
    index('webhook_inbound_events_object').on(t.integrationId, t.objectKey, t.id).where(sql`state = 'received'`),
    index('webhook_inbound_events_log').on(t.companyId, t.integrationId, t.id),
    index('webhook_inbound_events_state').on(t.integrationId, t.state, t.id),
    index('webhook_inbound_events_contact').on(t.companyId, t.contactId).where(sql`contact_id is not null`),
    index('webhook_inbound_events_received').on(t.receivedAt),
  ],
)

/** What systems told of contacts, as their timelines show it. It stays when what was received is forgotten. */
export const contactSystemEvents = pgTable(
  'contact_system_events',
  {
    companyId: companyId(),
    /** That of what was received. */
    id: uuid().notNull(),
    contactId: uuid().notNull(),
    integrationId: uuid().references(() => webhookIntegrations.id, { onDelete: 'set null' }),
    sourceKey: text().notNull(),
    sourceName: text().notNull(),
    canonical: text().notNull(),
    objectKey: text(),
    fields: jsonb().$type<Record<string, unknown>>().notNull(),
    /** Told to try something: no order that anyone paid. */
    isTest: boolean().notNull().default(false),
    at: instant().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.id] }),
    index('contact_system_events_contact').on(t.companyId, t.contactId, t.at),
    index('contact_system_events_paid').on(t.companyId, t.at).where(sql`canonical = 'order.paid'`),
  ],
)
