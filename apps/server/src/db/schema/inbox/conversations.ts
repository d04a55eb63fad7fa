import { conversationStatuses } from '@recado/contracts/inbox/conversations'
import { messageStatuses } from '@recado/contracts/inbox/messages'
import { sql } from 'drizzle-orm'
import {
  boolean,
  foreignKey,
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
import { contactIdentities, contacts } from '../contacts/contacts.ts'

export const conversations = pgTable(
  'conversations',
  {
    companyId: uuid().notNull(),
    id: uuid().notNull(),
    channelId: uuid().notNull(),
    contactId: uuid().notNull(),
    identityId: uuid().notNull(),
    status: text({ enum: conversationStatuses }).notNull().default('open'),
    assigneeId: uuid(),
    teamId: uuid(),
    /** 0 none, 1 low, 2 medium, 3 high, 4 urgent. */
    priority: smallint().notNull().default(0),
    labelIds: uuid().array().notNull().default(sql`'{}'::uuid[]`),
    /** While snoozed: when it comes back by itself; null means only when the customer writes. */
    snoozedUntil: instant(),
    unreadCount: integer().notNull().default(0),
    /** End of the 24-hour customer service window; null when the customer never wrote. */
    windowExpiresAt: instant(),
    /** End of the free entry point window that Meta named, for people who came by an advertisement. */
    freeEntryExpiresAt: instant(),
    lastMessageId: uuid(),
    lastMessageAt: instant().notNull().defaultNow(),
    lastDirection: text({ enum: ['in', 'out'] }),
    lastPreview: text().notNull().default(''),
    lastStatus: text(),
    lastInboundAt: instant(),
    /** Since when the customer has been waiting for an answer. */
    waitingSince: instant(),
    firstResponseAt: instant(),
    /** When an outgoing message last failed that was neither resent nor dismissed. */
    failedAt: instant(),
    resolvedAt: instant(),
    resolvedBy: uuid(),
    /** When the next target of the SLA policy is due; null when none runs. */
    slaDueAt: instant(),
    /** The SLA policy that was chosen for it; another one only when its team, priority or labels change. */
    slaPolicyId: uuid(),
    version: integer().notNull().default(1),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.id] }),
    uniqueIndex('conversations_open_key').on(t.channelId, t.identityId).where(sql`status <> 'resolved'`),
    // Every message moves its conversation in each of these: only what hot lists cannot do without has an index.
    index('conversations_person').on(t.identityId, t.channelId, t.createdAt),
    index('conversations_list').on(t.companyId, t.lastMessageAt, t.id),
    index('conversations_active').on(t.companyId, t.lastMessageAt, t.id).where(sql`status <> 'resolved'`),
    index('conversations_assignee')
      .on(t.companyId, t.assigneeId, t.lastMessageAt, t.id)
      .where(sql`assignee_id is not null`),
    index('conversations_team').on(t.companyId, t.teamId, t.lastMessageAt, t.id).where(sql`team_id is not null`),
    index('conversations_snoozed').on(t.snoozedUntil).where(sql`snoozed_until is not null`),
    index('conversations_sla').on(t.companyId, t.slaDueAt, t.id).where(sql`sla_due_at is not null`),
    index('conversations_failed').on(t.companyId, t.lastMessageAt, t.id).where(sql`failed_at is not null`),
    index('conversations_labels').using('gin', t.labelIds).where(sql`label_ids <> '{}'`),
    foreignKey({
      columns: [t.companyId, t.contactId],
      foreignColumns: [contacts.companyId, contacts.id],
    }),
    foreignKey({
      columns: [t.companyId, t.identityId],
      foreignColumns: [contactIdentities.companyId, contactIdentities.id],
    }),
  ],
)

export const messages = pgTable(
  'messages',
  {
    companyId: uuid().notNull(),
    id: uuid().notNull(),
    conversationId: uuid().notNull(),
    channelId: uuid().notNull(),
    contactId: uuid().notNull(),
    /** `note` and `event` are for the team alone. */
    direction: text({ enum: ['in', 'out', 'note', 'event'] }).notNull(),
    type: text().notNull(),
    body: text(),
    /** The content besides the text, under keys named after its type: `location`, `contacts`, `interactive`, `order`… */
    payload: jsonb().$type<Record<string, unknown>>().notNull().default({}),
    wamid: text(),
    replyToWamid: text(),
    origin: text({
      enum: ['contact', 'agent', 'ai', 'automation', 'campaign', 'api', 'phone_app', 'system'],
    }).notNull(),
    authorId: uuid(),
    /** Key that the sender's client made; a second send with it is the same message. */
    clientKey: text(),
    status: text({ enum: messageStatuses }).notNull(),
    statusRank: smallint().notNull().default(0),
    errorCode: integer(),
    errorClass: text(),
    errorDetails: text(),
    errorTrace: text(),
    /** When it happened: Meta's timestamp for inbound, creation for outbound. Orders the timeline. */
    occurredAt: instant().notNull(),
    sentAt: instant(),
    deliveredAt: instant(),
    readAt: instant(),
    playedAt: instant(),
    failedAt: instant(),
    editedAt: instant(),
    revokedAt: instant(),
    pricingCategory: text(),
    pricingType: text(),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.id] }),
    uniqueIndex('messages_wamid_key').on(t.channelId, t.wamid).where(sql`wamid is not null`),
    uniqueIndex('messages_client_key').on(t.companyId, t.clientKey).where(sql`client_key is not null`),
    index('messages_timeline').on(t.companyId, t.conversationId, t.occurredAt, t.id),
    index('messages_recent').on(t.companyId, t.occurredAt),
    index('messages_failed').on(t.companyId, t.occurredAt, t.id).where(sql`status = 'failed'`),
    index('messages_own_words')
      .using('gin', sql`recado_own_words(${t.companyId}, recado_words(${t.body}))`)
      .where(sql`body is not null`),
    foreignKey({
      columns: [t.companyId, t.conversationId],
      foreignColumns: [conversations.companyId, conversations.id],
    }),
  ],
)

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

/** Media of a message: what Meta announced and, once fetched or uploaded, our file. */
export const messageMedia = pgTable(
  'message_media',
  {
    companyId: uuid().notNull(),
    messageId: uuid().notNull(),
    kind: text().notNull(),
    metaMediaId: text(),
    mime: text(),
    filename: text(),
    sha256: text(),
    voice: boolean().notNull().default(false),
    animated: boolean().notNull().default(false),
    state: text({ enum: ['waiting', 'stored', 'failed'] })
      .notNull()
      .default('waiting'),
    error: text(),
    fileId: uuid(),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.messageId] }),
    /** Which other messages show a file: asked before it goes with one of them. */
    index('message_media_file').on(t.fileId).where(sql`file_id is not null`),
    index('message_media_own_words')
      .using('gin', sql`recado_own_words(${t.companyId}, recado_words(${t.filename}))`)
      .where(sql`filename is not null`),
  ],
)

export const messageReactions = pgTable(
  'message_reactions',
  {
    companyId: uuid().notNull(),
    channelId: uuid().notNull(),
    /** The message reacted to, by Meta's id: it may arrive after the reaction. */
    targetWamid: text().notNull(),
    actor: text({ enum: ['contact', 'business'] }).notNull(),
    actorId: uuid(),
    emoji: text().notNull(),
    at: instant().notNull(),
  },
  (t) => [primaryKey({ columns: [t.companyId, t.channelId, t.targetWamid, t.actor] })],
)

/** Members who hear of a conversation though it is not theirs: they were mentioned, or follow it. */
export const conversationParticipants = pgTable(
  'conversation_participants',
  {
    companyId: uuid().notNull(),
    conversationId: uuid().notNull(),
    userId: uuid().notNull(),
    following: boolean().notNull().default(true),
    /** The last time somebody named them in a note, and when they had last seen the conversation. */
    mentionedAt: instant(),
    seenAt: instant(),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.conversationId, t.userId] }),
    index('conversation_participants_user').on(t.companyId, t.userId),
    foreignKey({
      columns: [t.companyId, t.conversationId],
      foreignColumns: [conversations.companyId, conversations.id],
    }),
  ],
)
