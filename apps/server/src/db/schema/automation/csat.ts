import { sql } from 'drizzle-orm'
import { foreignKey, index, pgTable, primaryKey, smallint, text, uuid } from 'drizzle-orm/pg-core'
import { instant } from '../columns.ts'
import { conversations } from '../inbox/conversations.ts'

/** What customers said about how they were served. */
export const csatResponses = pgTable(
  'csat_responses',
  {
    companyId: uuid().notNull(),
    id: uuid().notNull(),
    conversationId: uuid().notNull(),
    contactId: uuid().notNull(),
    channelId: uuid().notNull(),
    /** Who had resolved it. */
    userId: uuid(),
    teamId: uuid(),
    messageId: uuid(),
    score: smallint(),
    comment: text(),
    sentAt: instant().notNull(),
    answeredAt: instant(),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.id] }),
    index('csat_responses_conversation').on(t.companyId, t.conversationId),
    index('csat_responses_answered').on(t.companyId, t.answeredAt).where(sql`answered_at is not null`),
    foreignKey({
      columns: [t.companyId, t.conversationId],
      foreignColumns: [conversations.companyId, conversations.id],
    }),
  ],
)
