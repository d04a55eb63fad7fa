import { index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { createdAt, instant } from '../columns.ts'

/** Every instant that a status brought, also those that did not change the status. */
export const messageStatusEvents = pgTable(
  'message_status_events',
  {
    companyId: uuid().notNull(),
    messageId: uuid().notNull(),
    status: text().notNull(),
    at: instant().notNull(),
    errorCode: integer(),
    detail: jsonb().$type<Record<string, unknown>>(),
    createdAt: createdAt(),
  },
  (t) => [uniqueIndex('message_status_events_key').on(t.companyId, t.messageId, t.status, t.at)],
)

/** Statuses whose message is not known (yet): applied when it appears, foreign when it never does. */
export const parkedStatuses = pgTable(
  'parked_statuses',
  {
    id: uuid().primaryKey(),
    channelId: uuid().notNull(),
    wamid: text().notNull(),
    status: text().notNull(),
    at: instant().notNull(),
    detail: jsonb().$type<Record<string, unknown>>().notNull().default({}),
    createdAt: createdAt(),
  },
  (t) => [index('parked_statuses_wamid').on(t.channelId, t.wamid), index('parked_statuses_age').on(t.createdAt)],
)
