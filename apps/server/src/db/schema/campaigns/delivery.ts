import { skipReasons } from '@recado/contracts/campaigns/recipients'
import { sql } from 'drizzle-orm'
import {
  bigint,
  bigserial,
  boolean,
  foreignKey,
  index,
  integer,
  jsonb,
  numeric,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { instant } from '../columns.ts'
import { campaigns } from './campaigns.ts'

/** The language of the contact, and texts by their sources. */
export type RawRecipient = { language: string | null; texts: Record<string, string> }

/**
 * Everyone a campaign is for, as they were at its launch. A row is written once; it changes only for what is rare: skipped,
 * canceled, tried again, clicked, answered. How far the message has come stands in `messages`, by `message_id`.
 */
export const campaignRecipients = pgTable(
  'campaign_recipients',
  {
    companyId: uuid().notNull(),
    campaignId: uuid().notNull(),
    contactId: uuid().notNull(),
    /** Place in the order of the campaign, from 1. */
    seq: integer().notNull(),
    /** 0: all at once, or those on whom variants are tried; 1: who gets the winner; 2: tried again; -1: gets nothing. */
    wave: smallint().notNull().default(0),
    /** Not before this instant: the start, or that hour where the recipient lives. */
    notBefore: instant().notNull(),
    variant: smallint(),
    channelId: uuid(),
    identityId: uuid(),
    /** Digits of the phone, or a business-scoped user id. */
    recipient: text(),
    language: text(),
    /** Values of the template's variables by their keys, as they were at the launch. */
    params: jsonb().$type<Record<string, string>>(),
    /** Of those whose variant is decided later: what `language` and `params` are made of then, as it was at the launch. */
    raw: jsonb().$type<RawRecipient>(),
    /** Of the message, made at the launch, so that releasing it twice makes one message. */
    messageId: uuid().notNull(),
    /** Why it gets nothing, or no more. */
    skipReason: text({ enum: skipReasons }),
    canceledAt: instant(),
    attempts: smallint().notNull().default(0),
    clickedAt: instant(),
    repliedAt: instant(),
    optedOutAt: instant(),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.campaignId, t.contactId] }),
    uniqueIndex('campaign_recipients_order').on(t.companyId, t.campaignId, t.wave, t.notBefore, t.seq),
    uniqueIndex('campaign_recipients_seq').on(t.companyId, t.campaignId, t.seq),
    uniqueIndex('campaign_recipients_message').on(t.companyId, t.messageId),
    index('campaign_recipients_contact').on(t.companyId, t.contactId),
    // Those who did what few do, in the order of the list.
    index('campaign_recipients_replied')
      .on(t.companyId, t.campaignId, t.wave, t.notBefore, t.seq)
      .where(sql`replied_at is not null`),
    index('campaign_recipients_clicked')
      .on(t.companyId, t.campaignId, t.wave, t.notBefore, t.seq)
      .where(sql`clicked_at is not null`),
    index('campaign_recipients_skipped')
      .on(t.companyId, t.campaignId, t.wave, t.notBefore, t.seq)
      .where(sql`skip_reason is not null`),
    foreignKey({ columns: [t.companyId, t.campaignId], foreignColumns: [campaigns.companyId, campaigns.id] }).onDelete(
      'cascade',
    ),
  ],
)

/** How far the release of a campaign is, for each of its waves: everyone up to the cursor has left or was skipped. */
export const campaignWaves = pgTable(
  'campaign_waves',
  {
    companyId: uuid().notNull(),
    campaignId: uuid().notNull(),
    wave: smallint().notNull(),
    /** Null: begins at the start of the wave. */
    cursorAt: instant(),
    cursorSeq: integer().notNull().default(0),
    /** May not begin before: the end of a test of variants. */
    opensAt: instant(),
    done: boolean().notNull().default(false),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.campaignId, t.wave] }),
    foreignKey({ columns: [t.companyId, t.campaignId], foreignColumns: [campaigns.companyId, campaigns.id] }).onDelete(
      'cascade',
    ),
  ],
)

/** Sums of a campaign, so that it opens at once however large it is. Writers add to rows of their own `slot`. */
export const campaignCounts = pgTable(
  'campaign_counts',
  {
    companyId: uuid().notNull(),
    campaignId: uuid().notNull(),
    /** A step such as `sent`, or what `detail` tells apart: `failed` by code, `skipped` by reason, `button`, `link`. */
    measure: text().notNull(),
    detail: text().notNull().default(''),
    variant: smallint().notNull().default(0),
    /** Null-free key: the nil id where no number is concerned. */
    channelId: uuid().notNull(),
    /** The hour in which the message left. */
    hour: instant().notNull(),
    slot: smallint().notNull().default(0),
    n: bigint({ mode: 'number' }).notNull().default(0),
    amount: numeric({ precision: 16, scale: 6, mode: 'number' }).notNull().default(0),
  },
  (t) => [
    primaryKey({
      columns: [t.companyId, t.campaignId, t.measure, t.detail, t.variant, t.channelId, t.hour, t.slot],
    }),
    foreignKey({ columns: [t.companyId, t.campaignId], foreignColumns: [campaigns.companyId, campaigns.id] }).onDelete(
      'cascade',
    ),
  ],
)

/** First messages of recipients who were tried again. Facts about them after `factId` count nowhere. */
export const campaignSecondTries = pgTable(
  'campaign_second_tries',
  {
    companyId: uuid().notNull(),
    campaignId: uuid().notNull(),
    firstMessageId: uuid().notNull(),
    factId: bigint({ mode: 'number' }).notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.firstMessageId] }),
    foreignKey({ columns: [t.companyId, t.campaignId], foreignColumns: [campaigns.companyId, campaigns.id] }).onDelete(
      'cascade',
    ),
  ],
)

/**
 * What became of a message of a campaign and is not in the sums yet. Written by the trigger `messages_note_campaign` in the
 * transaction of the fact, whoever changed the message, and folded into the sums by one process.
 */
export const campaignFacts = pgTable(
  'campaign_facts',
  {
    id: bigserial({ mode: 'number' }).primaryKey(),
    companyId: uuid().notNull(),
    campaignId: uuid().notNull(),
    messageId: uuid().notNull(),
    variant: smallint().notNull(),
    channelId: uuid().notNull(),
    hour: instant().notNull(),
    /**
     * Steps before and after, as bits: 1 taken by WhatsApp, 2 delivered, 4 read, 8 failed, 16 priced, 32 refused by ourselves,
     * 64 the recipient's first click, 128 a click on a link, 256 the first of the recipient on it.
     */
    before: smallint().notNull(),
    after: smallint().notNull(),
    /** Class and code of the error; the link of a click. */
    detail: text().notNull().default(''),
  },
  (t) => [index('campaign_facts_campaign').on(t.campaignId)],
)
