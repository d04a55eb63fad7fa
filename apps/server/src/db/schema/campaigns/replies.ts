import { sql } from 'drizzle-orm'
import { foreignKey, index, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { instant } from '../columns.ts'
import { campaigns } from './campaigns.ts'

/** Answers to campaigns that went by a route, each once. */
export const campaignReplies = pgTable(
  'campaign_replies',
  {
    companyId: uuid().notNull(),
    /** The answer, and the message of the campaign that it is taken for an answer to. */
    messageId: uuid().notNull(),
    answeredId: uuid().notNull(),
    campaignId: uuid().notNull(),
    /** Of the route; empty for any other answer. */
    button: text().notNull(),
    /** Parts of the route that could not be done, as what they name was gone. */
    gone: text().array().notNull().default([]),
    takenAt: instant().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.messageId] }),
    uniqueIndex('campaign_replies_other').on(t.companyId, t.answeredId).where(sql`button = ''`),
    index('campaign_replies_campaign').on(t.companyId, t.campaignId),
    foreignKey({ columns: [t.companyId, t.campaignId], foreignColumns: [campaigns.companyId, campaigns.id] }).onDelete(
      'cascade',
    ),
  ],
)
