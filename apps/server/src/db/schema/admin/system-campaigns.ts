import { type SystemAudience, systemChannels, systemStates } from '@recado/contracts/admin/system-campaigns'
import { type SystemContent, systemTopics } from '@recado/contracts/identity/announcements'
import { sql } from 'drizzle-orm'
import { index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { createdAt, instant, updatedAt } from '../columns.ts'
import { users } from '../identity/users.ts'
import { version } from '../settings-columns.ts'

/** What the platform announces to its users. */
export const systemCampaigns = pgTable(
  'system_campaigns',
  {
    id: uuid().primaryKey(),
    name: text().notNull(),
    topic: text({ enum: systemTopics }).notNull(),
    channels: text({ enum: systemChannels }).array().notNull(),
    content: jsonb().$type<SystemContent>().notNull(),
    audience: jsonb().$type<SystemAudience>().notNull(),
    capDays: integer(),
    state: text({ enum: systemStates }).notNull().default('draft'),
    startsAt: instant(),
    bannerUntil: instant(),
    finishedAt: instant(),
    /** The last user that was looked at: sending resumes after them. */
    sentAfter: uuid(),
    sent: integer().notNull().default(0),
    authorId: uuid().references(() => users.id, { onDelete: 'set null' }),
    archivedAt: instant(),
    version: version(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [index('system_campaigns_due').on(t.startsAt).where(sql`state in ('scheduled', 'sending')`)],
)

/** Who got an announcement. */
export const systemCampaignRecipients = pgTable(
  'system_campaign_recipients',
  {
    campaignId: uuid()
      .notNull()
      .references(() => systemCampaigns.id, { onDelete: 'cascade' }),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    createdAt: createdAt(),
    /** What they did with its banner. */
    bannerSeenAt: instant(),
    bannerDismissedAt: instant(),
    bannerClickedAt: instant(),
  },
  (t) => [
    primaryKey({ columns: [t.campaignId, t.userId] }),
    index('system_campaign_recipients_user').on(t.userId, t.createdAt),
  ],
)
