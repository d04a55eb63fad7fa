import { sql } from 'drizzle-orm'
import { index, pgTable, smallint, text, uuid } from 'drizzle-orm/pg-core'
import { bytea, instant } from './columns.ts'

/** Raw webhook bodies, committed before they are acknowledged. They are their own queue. */
export const webhookEvents = pgTable(
  'webhook_events',
  {
    id: uuid().primaryKey(),
    receivedAt: instant().notNull().defaultNow(),
    /** Work is dealt to processes by shard, so that one number's events stay in order. */
    shard: smallint().notNull(),
    body: bytea().notNull(),
    state: smallint().notNull().default(0),
    attempts: smallint().notNull().default(0),
    error: text(),
    processedAt: instant(),
  },
  (t) => [
    index('webhook_events_waiting').on(t.shard, t.id).where(sql`state = 0`),
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
  (t) => [index('webhook_event_refs_channel').on(t.companyId, t.channelId, t.eventId)],
)
