import type { QuietHours } from '@recado/contracts/product-notifications/settings'
import { boolean, index, jsonb, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { createdAt, instant, updatedAt } from '../columns.ts'
import { environment, notificationKey } from './columns.ts'

/** An address of a subscriber with a provider; `credentials` is sealed JSON. */
export type SubscriberChannel = { providerId: string; integrationId: string; credentials: string }

export const notificationSubscribers = pgTable(
  'notification_subscribers',
  {
    id: notificationKey(),
    environmentId: environment(),
    /** The customer's own id of the person. */
    subscriberId: text().notNull(),
    firstName: text(),
    lastName: text(),
    email: text(),
    phone: text(),
    avatar: text(),
    locale: text(),
    timezone: text(),
    data: jsonb().$type<Record<string, unknown>>(),
    channels: jsonb().$type<SubscriberChannel[]>().notNull().default([]),
    /** Null until they were online for the first time. */
    isOnline: boolean(),
    lastOnlineAt: instant(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    uniqueIndex('notification_subscribers_key').on(t.environmentId, t.subscriberId),
    index('notification_subscribers_environment').on(t.environmentId, t.id),
  ],
)

export const notificationTopics = pgTable(
  'notification_topics',
  {
    id: notificationKey(),
    environmentId: environment(),
    key: text().notNull(),
    name: text().notNull(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [uniqueIndex('notification_topics_key').on(t.environmentId, t.key)],
)

export const notificationTopicMembers = pgTable(
  'notification_topic_members',
  {
    environmentId: environment(),
    topicId: text().notNull(),
    /** Internal id of the subscriber. */
    subscriberId: text().notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.topicId, t.subscriberId] }),
    index('notification_topic_members_subscriber').on(t.subscriberId),
  ],
)

export const notificationTenants = pgTable(
  'notification_tenants',
  {
    id: notificationKey(),
    environmentId: environment(),
    identifier: text().notNull(),
    name: text(),
    data: jsonb().$type<Record<string, unknown>>(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [uniqueIndex('notification_tenants_identifier').on(t.environmentId, t.identifier)],
)

/** Tenants that were taken out, as long as something is there that was told in their name. */
export const notificationGoneTenants = pgTable('notification_gone_tenants', {
  tenantId: text().primaryKey(),
  createdAt: createdAt(),
})

/** What a subscriber decided: for everything (`workflowId` is empty) or for one workflow. Null: not decided. */
export const notificationPreferences = pgTable(
  'notification_preferences',
  {
    environmentId: environment(),
    /** Internal id of the subscriber. */
    subscriberId: text().notNull(),
    workflowId: text().notNull().default(''),
    enabled: boolean(),
    email: boolean(),
    sms: boolean(),
    inApp: boolean(),
    chat: boolean(),
    push: boolean(),
    /** Only of everything: when other channels than the inbox wait. */
    quietHours: jsonb().$type<QuietHours>(),
    /** Only of everything: identifiers of tenants that are not to be heard of. */
    mutedTenants: text().array(),
    updatedAt: updatedAt(),
  },
  (t) => [primaryKey({ columns: [t.subscriberId, t.workflowId] })],
)

/** Which subscribers have sockets open in which process; a row that is not kept alive counts for nothing. */
export const notificationPresence = pgTable(
  'notification_presence',
  {
    processId: text().notNull(),
    subscriberId: text().notNull(),
    aliveUntil: instant().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.subscriberId, t.processId] }),
    index('notification_presence_alive').on(t.aliveUntil),
  ],
)
