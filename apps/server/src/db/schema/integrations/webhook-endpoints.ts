import { sql } from 'drizzle-orm'
import {
  bigint,
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
import { createdAt, instant, updatedAt } from '../columns.ts'
import { users } from '../identity/users.ts'
import { companyId, version } from '../settings-columns.ts'

/** Where companies want to be told what happens. */
export const webhookEndpoints = pgTable(
  'webhook_endpoints',
  {
    id: uuid().primaryKey(),
    companyId: companyId(),
    url: text().notNull(),
    description: text().notNull().default(''),
    events: text().array().notNull(),
    filters: jsonb().$type<{ channelIds: string[]; labelIds: string[] }>().notNull(),
    apiVersion: text().notNull(),
    /** Sealed; the one before signs too until `previousUntil`. */
    secret: text().notNull(),
    previousSecret: text(),
    previousUntil: instant(),
    enabled: boolean().notNull().default(true),
    disabledReason: text(),
    disabledAt: instant(),
    failingSince: instant(),
    lastSuccessAt: instant(),
    /** The receiver asked for nothing before. */
    retryAt: instant(),
    createdBy: uuid().references(() => users.id, { onDelete: 'set null' }),
    version: version(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [index('webhook_endpoints_company').on(t.companyId, t.createdAt)],
)

/** What they are told: written with the fact, and its own queue and log. */
export const webhookDeliveries = pgTable(
  'webhook_deliveries',
  {
    companyId: uuid().notNull(),
    endpointId: uuid()
      .notNull()
      .references(() => webhookEndpoints.id, { onDelete: 'cascade' }),
    /** What the receiver knows the event by. */
    eventId: uuid().notNull(),
    /** Their order, whatever the clock says. */
    seq: bigint({ mode: 'number' }).notNull().generatedAlwaysAsIdentity(),
    type: text().notNull(),
    data: jsonb().$type<Record<string, unknown>>().notNull(),
    happenedAt: instant().notNull(),
    /** Those of one object are sent one after the other. */
    objectKey: text(),
    contactId: uuid(),
    state: text({ enum: ['waiting', 'delivered', 'failed', 'held'] }).notNull(),
    isTest: boolean().notNull().default(false),
    /** A person asked for it: it is sent although its endpoint is off. */
    forced: boolean().notNull().default(false),
    /** Attempts since it was asked for last. */
    tries: smallint().notNull().default(0),
    /** `-infinity` for what is due whatever the clock says. */
    nextAt: instant().notNull().default(sql`'-infinity'`),
    attempts: jsonb().$type<Record<string, unknown>[]>().notNull().default([]),
    lastStatus: integer(),
    lastError: text(),
    lastMs: integer(),
    deliveredAt: instant(),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.endpointId, t.eventId] }),
    index('webhook_deliveries_due').on(t.endpointId, t.nextAt, t.seq).where(sql`state = 'waiting'`),
    index('webhook_deliveries_object')
      .on(t.endpointId, t.objectKey, t.seq)
      .where(sql`state = 'waiting' and object_key is not null`),
    uniqueIndex('webhook_deliveries_log').on(t.endpointId, t.seq),
    index('webhook_deliveries_left').on(t.endpointId, t.state, t.seq).where(sql`state in ('failed', 'held')`),
    index('webhook_deliveries_contact').on(t.companyId, t.contactId).where(sql`contact_id is not null`),
    index('webhook_deliveries_created').on(t.createdAt),
  ],
)
