import type { MessageDraft } from '@recado/contracts/inbox/messages'
import { scheduledStates } from '@recado/contracts/inbox/scheduled-messages'
import { sql } from 'drizzle-orm'
import { boolean, foreignKey, index, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { createdAt, instant, updatedAt } from '../columns.ts'
import { conversations } from './conversations.ts'

/** Messages scheduled by a member. */
export const scheduledMessages = pgTable(
  'scheduled_messages',
  {
    companyId: uuid().notNull(),
    id: uuid().notNull(),
    conversationId: uuid().notNull(),
    authorId: uuid().notNull(),
    sendAt: instant().notNull(),
    draft: jsonb().$type<MessageDraft>().notNull(),
    /** A template for the case that the window is closed by then. */
    fallback: jsonb().$type<MessageDraft>(),
    cancelOnReply: boolean().notNull().default(false),
    state: text({ enum: scheduledStates }).notNull().default('waiting'),
    messageId: uuid(),
    /** Error code when it could not be sent. */
    error: text(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.id] }),
    index('scheduled_messages_due').on(t.sendAt).where(sql`state = 'waiting'`),
    index('scheduled_messages_conversation').on(t.companyId, t.conversationId),
    foreignKey({
      columns: [t.companyId, t.conversationId],
      foreignColumns: [conversations.companyId, conversations.id],
    }),
  ],
)
