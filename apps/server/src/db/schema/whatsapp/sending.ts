import { sql } from 'drizzle-orm'
import { index, pgTable, primaryKey, smallint, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { createdAt, instant } from '../columns.ts'

/** Sends that are waiting, in flight or of unknown fate. A row leaves when its message is settled. */
export const outboundSends = pgTable(
  'outbound_sends',
  {
    companyId: uuid().notNull(),
    messageId: uuid().notNull(),
    channelId: uuid().notNull(),
    /** Whom the pair limit counts: the recipient on this channel. */
    recipient: text().notNull(),
    /** 0 interactive, 10 bulk. */
    priority: smallint().notNull().default(0),
    /** 0 waiting, 1 in flight, 2 unknown. */
    state: smallint().notNull().default(0),
    notBefore: instant().notNull().defaultNow(),
    attempts: smallint().notNull().default(0),
    /** How often it was sent back for going too fast; costs no attempt, only widens the wait. */
    slowed: smallint().notNull().default(0),
    leaseOwner: text(),
    leaseUntil: instant(),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.messageId] }),
    index('outbound_sends_waiting').on(t.channelId, t.priority, t.notBefore, t.messageId).where(sql`state = 0`),
    index('outbound_sends_leased').on(t.leaseUntil).where(sql`state = 1`),
    index('outbound_sends_unknown').on(t.notBefore).where(sql`state = 2`),
  ],
)

/** Media already uploaded to Meta for a channel; an id is good for 30 days. */
export const channelMedia = pgTable(
  'channel_media',
  {
    channelId: uuid().notNull(),
    sha256: text().notNull(),
    mime: text().notNull(),
    mediaId: text().notNull(),
    expiresAt: instant().notNull(),
  },
  (t) => [uniqueIndex('channel_media_key').on(t.channelId, t.sha256, t.mime)],
)
