import { sql } from 'drizzle-orm'
import { index, pgTable, smallint, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { bytea, instant } from '../columns.ts'

/** Raw webhook bodies, committed before they are acknowledged. They are their own queue. */
export const webhookEvents = pgTable(
  'webhook_events',
  {
    id: uuid().primaryKey(),
    receivedAt: instant().notNull().defaultNow(),
    /** Work is dealt to processes by shard, so that one number's events stay in order. */
    shard: smallint().notNull(),
    /** The account whose own app signed the body, which may speak for that account only; null for the platform's app. */
    accountId: uuid(),
    body: bytea().notNull(),
    /** 0 waiting, 1 processed, 2 failed. */
    state: smallint().notNull().default(0),
    attempts: smallint().notNull().default(0),
    error: text(),
    processedAt: instant(),
  },
  (t) => [
    index('webhook_events_waiting').on(t.shard, t.id).where(sql`state = 0`),
    index('webhook_events_failed').on(t.id).where(sql`state = 2`),
    index('webhook_events_received').on(t.receivedAt),
  ],
)

/** Which channels and fields a stored body spoke of, for the channel's log and for replay. */
export const webhookEventRefs = pgTable(
  'webhook_event_refs',
  {
    companyId: uuid().notNull(),
    channelId: uuid().notNull(),
    eventId: uuid().notNull(),
    field: text().notNull(),
    summary: text().notNull().default(''),
    receivedAt: instant().notNull().defaultNow(),
  },
  (t) => [
    uniqueIndex('webhook_event_refs_key').on(t.companyId, t.channelId, t.eventId, t.field),
    index('webhook_event_refs_received').on(t.receivedAt),
  ],
)
