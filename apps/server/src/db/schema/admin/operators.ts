import { sql } from 'drizzle-orm'
import { index, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { createdAt, instant } from '../columns.ts'
import { users } from '../identity/users.ts'
import { channels } from '../whatsapp/channels.ts'

/** Numbers that a WhatsApp operator looks after, given by platform admins. */
export const operatorChannels = pgTable(
  'operator_channels',
  {
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    channelId: uuid()
      .notNull()
      .references(() => channels.id, { onDelete: 'cascade' }),
    assignedBy: uuid().notNull(),
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.channelId] }), index('operator_channels_channel').on(t.channelId)],
)

/** Marketing that the platform holds back for many channels at once, with what affected companies are told. */
export const channelIncidents = pgTable(
  'channel_incidents',
  {
    id: uuid().primaryKey(),
    message: jsonb().$type<{ en: string; pt: string }>().notNull(),
    reason: text().notNull(),
    channelIds: uuid().array().notNull(),
    companyIds: uuid().array().notNull(),
    startedBy: uuid().notNull(),
    startedAt: createdAt(),
    endedAt: instant(),
  },
  (t) => [index('channel_incidents_open').on(t.startedAt).where(sql`ended_at is null`)],
)
