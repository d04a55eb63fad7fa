import { boolean, foreignKey, index, pgTable, primaryKey, text, unique, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
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
    /** Null where each recipient has an address of their own: the value of the variable `key`. */
    url: text(),
    key: text(),
    /** Of a message that was sent to try it: nothing is counted. */
    isTest: boolean().notNull().default(false),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.id] }),
    uniqueIndex('tracked_links_token').on(t.token),
    unique('tracked_links_target').on(t.companyId, t.campaignId, t.url, t.key, t.isTest).nullsNotDistinct(),
    index('tracked_links_created').on(t.createdAt),
    foreignKey({ columns: [t.companyId, t.campaignId], foreignColumns: [campaigns.companyId, campaigns.id] }).onDelete(
      'cascade',
    ),
  ],
)
