import type { ChannelType, ConditionGroup } from '@recado/contracts/notifications/domain'
import { sql } from 'drizzle-orm'
import { boolean, integer, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { createdAt, instant, updatedAt } from '../columns.ts'
import { environment, notificationKey } from './columns.ts'

export const notificationIntegrations = pgTable(
  'notification_integrations',
  {
    id: notificationKey(),
    organizationId: text().notNull(),
    environmentId: environment(),
    name: text().notNull(),
    identifier: text().notNull(),
    providerId: text().notNull(),
    channel: text().$type<ChannelType>().notNull(),
    /** Sealed JSON. */
    credentials: text().notNull(),
    active: boolean().notNull().default(false),
    primary: boolean().notNull().default(false),
    priority: integer().notNull().default(0),
    conditions: jsonb().$type<ConditionGroup[]>().notNull().default([]),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    deletedAt: instant(),
    deletedBy: text(),
  },
  (t) => [
    uniqueIndex('notification_integrations_identifier')
      .on(t.environmentId, t.identifier)
      .where(sql`deleted_at is null`),
    uniqueIndex('notification_integrations_primary')
      .on(t.environmentId, t.channel)
      .where(sql`"primary" and deleted_at is null`),
  ],
)
