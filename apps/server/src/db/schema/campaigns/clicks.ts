import { sql } from 'drizzle-orm'
import { boolean, foreignKey, index, integer, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { instant } from '../columns.ts'
import { trackedLinks } from './links.ts'

/** Each time a recipient's link was opened, kept for thirteen months; the sums of a campaign stay. */
export const linkClicks = pgTable(
  'link_clicks',
  {
    companyId: uuid().notNull(),
    id: uuid().notNull(),
    linkId: uuid().notNull(),
    campaignId: uuid().notNull(),
    /** The recipient's place in the order of the campaign; null once the person is erased. */
    seq: integer(),
    at: instant().notNull(),
    /** The network of the address: the last part is not kept. */
    ip: text(),
    userAgent: text(),
    /** A machine that looked at the link. It counts nowhere. */
    bot: boolean().notNull(),
    /** Whether it is the recipient's first of this link. */
    first: boolean().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.id] }),
    uniqueIndex('link_clicks_first').on(t.companyId, t.linkId, t.seq).where(sql`first`),
    index('link_clicks_recipient').on(t.companyId, t.campaignId, t.seq).where(sql`seq is not null`),
    index('link_clicks_at').on(t.at),
    foreignKey({
      columns: [t.companyId, t.linkId],
      foreignColumns: [trackedLinks.companyId, trackedLinks.id],
    }).onDelete('cascade'),
  ],
)
