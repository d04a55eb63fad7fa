import { foreignKey, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { createdAt } from '../columns.ts'
import { campaigns } from './campaigns.ts'

/** Addresses that lead over the product. A recipient's link names the link and the recipient's place, and is signed. */
export const trackedLinks = pgTable(
  'tracked_links',
  {
    companyId: uuid().notNull(),
    id: uuid().notNull(),
    campaignId: uuid().notNull(),
    token: text().notNull(),
    url: text().notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.id] }),
    uniqueIndex('tracked_links_token').on(t.token),
    uniqueIndex('tracked_links_url').on(t.companyId, t.campaignId, t.url),
    foreignKey({ columns: [t.companyId, t.campaignId], foreignColumns: [campaigns.companyId, campaigns.id] }).onDelete(
      'cascade',
    ),
  ],
)
