import { conversationStatuses } from '@recado/contracts/inbox/conversations'
import { sql } from 'drizzle-orm'
import {
  boolean,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { createdAt, instant, updatedAt } from '../columns.ts'
import { contactIdentities } from '../contacts/contacts.ts'

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
    /** While snoozed: when it comes back automatically; null means only when the customer writes. */
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
    // The identity leads to the contact. A key of its own would search all conversations for each contact that goes.
    foreignKey({
      columns: [t.companyId, t.identityId],
      foreignColumns: [contactIdentities.companyId, contactIdentities.id],
    }),
  ],
)

/** Members who hear of a conversation though it is not theirs: they were mentioned, or follow it. */
export const conversationParticipants = pgTable(
  'conversation_participants',
  {
    companyId: uuid().notNull(),
    conversationId: uuid().notNull(),
    userId: uuid().notNull(),
    following: boolean().notNull().default(true),
    /** When a note last mentioned them, and when they had last seen the conversation. */
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
