import type { ChannelType, Cta, NotificationActor } from '@recado/contracts/notifications/domain'
import { sql } from 'drizzle-orm'
import { index, integer, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { createdAt, instant, updatedAt } from '../columns.ts'
import { environment, notificationKey } from './columns.ts'

/** What was, or is to be, delivered on one channel; in_app ones are the inbox. */
export const notificationMessages = pgTable(
  'notification_messages',
  {
    id: notificationKey(),
    environmentId: environment(),
    runId: text().notNull(),
    jobId: text().notNull(),
    /** Which of several addresses a chat or push step wrote to. */
    target: text().notNull().default(''),
    workflowId: text().notNull(),
    workflowIdentifier: text().notNull(),
    templateId: text().notNull(),
    subscriberId: text().notNull(),
    transactionId: text().notNull(),
    channel: text().$type<ChannelType>().notNull(),
    providerId: text().notNull(),
    integrationId: text(),
    feedId: text(),
    subject: text(),
    title: text(),
    content: text().notNull(),
    cta: jsonb().$type<Cta>().notNull().default({}),
    actor: jsonb().$type<NotificationActor>(),
    actorId: text(),
    payload: jsonb().$type<Record<string, unknown>>().notNull(),
    /** E-mail address, phone number or webhook it went to. */
    address: text(),
    status: text().$type<'pending' | 'sent' | 'error' | 'warning' | 'unknown'>().notNull(),
    errorCode: integer(),
    errorText: text(),
    /** The provider's id of it, by which its receipts come in. */
    providerMessageId: text(),
    seenAt: instant(),
    readAt: instant(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    expireAt: instant().notNull(),
    deletedAt: instant(),
    archivedAt: instant(),
    /** When it comes back to the inbox. What is archived is not put off. */
    snoozedUntil: instant(),
  },
  (t) => [
    uniqueIndex('notification_messages_job').on(t.jobId, t.target),
    // They end in what pages are filtered by, so that a page and its total need no row that is not on the page.
    index('notification_messages_feed')
      .on(t.subscriberId, t.createdAt.desc().nullsFirst(), t.id.desc().nullsFirst(), t.feedId, t.seenAt, t.readAt)
      .where(sql`channel = 'in_app' and deleted_at is null and archived_at is null and snoozed_until is null`),
    index('notification_messages_unseen')
      .on(t.subscriberId, t.createdAt.desc().nullsFirst(), t.id.desc().nullsFirst(), t.feedId)
      .where(
        sql`channel = 'in_app' and deleted_at is null and archived_at is null and snoozed_until is null and seen_at is null`,
      ),
    index('notification_messages_unread')
      .on(t.subscriberId, t.createdAt.desc().nullsFirst(), t.id.desc().nullsFirst(), t.feedId)
      .where(
        sql`channel = 'in_app' and deleted_at is null and archived_at is null and snoozed_until is null and read_at is null`,
      ),
    index('notification_messages_shelved')
      .on(t.subscriberId, t.createdAt.desc().nullsFirst(), t.id.desc().nullsFirst())
      .where(sql`channel = 'in_app' and deleted_at is null and (archived_at is not null or snoozed_until is not null)`),
    index('notification_messages_snoozed')
      .on(t.snoozedUntil)
      .where(sql`deleted_at is null and snoozed_until is not null`),
    // What the platform announces is added up by announcement.
    index('notification_messages_system')
      .on(sql`(payload ->> 'campaignId')`)
      .where(sql`workflow_identifier like 'system.%'`),
    index('notification_messages_recent').on(t.environmentId, t.id),
    // The inbox has its own indexes; messages of it do not pay for this one.
    index('notification_messages_sent').on(t.subscriberId, t.id).where(sql`channel <> 'in_app' and deleted_at is null`),
    index('notification_messages_receipt')
      .on(t.environmentId, t.providerMessageId)
      .where(sql`provider_message_id is not null`),
  ],
)
