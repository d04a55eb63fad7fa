import { messageStatuses } from '@recado/contracts/inbox/messages'
import { sql } from 'drizzle-orm'
import {
  boolean,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { createdAt, instant } from '../columns.ts'
import { conversations } from './conversations.ts'

export const messages = pgTable(
  'messages',
  {
    companyId: uuid().notNull(),
    id: uuid().notNull(),
    conversationId: uuid().notNull(),
    channelId: uuid().notNull(),
    contactId: uuid().notNull(),
    /** `note` and `event` are for the team alone. */
    direction: text({ enum: ['in', 'out', 'note', 'event'] }).notNull(),
    type: text().notNull(),
    body: text(),
    /** The content besides the text, under keys named after its type: `location`, `contacts`, `interactive`, `order`… */
    payload: jsonb().$type<Record<string, unknown>>().notNull().default({}),
    wamid: text(),
    replyToWamid: text(),
    origin: text({
      enum: ['contact', 'agent', 'ai', 'automation', 'campaign', 'api', 'phone_app', 'system'],
    }).notNull(),
    authorId: uuid(),
    /** Key that the sender's client made; a second send with it is the same message. */
    clientKey: text(),
    status: text({ enum: messageStatuses }).notNull(),
    statusRank: smallint().notNull().default(0),
    errorCode: integer(),
    errorClass: text(),
    errorDetails: text(),
    errorTrace: text(),
    /** When it happened: Meta's timestamp for inbound, creation for outbound. Orders the timeline. */
    occurredAt: instant().notNull(),
    sentAt: instant(),
    deliveredAt: instant(),
    readAt: instant(),
    playedAt: instant(),
    failedAt: instant(),
    editedAt: instant(),
    revokedAt: instant(),
    pricingCategory: text(),
    pricingType: text(),
    /** Of a message of a campaign, with the place of its variant. */
    campaignId: uuid(),
    campaignVariant: smallint(),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.id] }),
    uniqueIndex('messages_wamid_key').on(t.channelId, t.wamid).where(sql`wamid is not null`),
    uniqueIndex('messages_client_key').on(t.companyId, t.clientKey).where(sql`client_key is not null`),
    index('messages_timeline').on(t.companyId, t.conversationId, t.occurredAt, t.id),
    index('messages_recent').on(t.companyId, t.occurredAt),
    index('messages_campaign').on(t.companyId, t.campaignId, t.id).where(sql`campaign_id is not null`),
    // Not by the status, which changes with each receipt: a change of it stays in its page as long as no index names it.
    index('messages_failed').on(t.companyId, t.occurredAt, t.id).where(sql`failed_at is not null`),
    index('messages_campaign_failed')
      .on(t.companyId, t.campaignId)
      .where(sql`campaign_id is not null and failed_at is not null`),
    index('messages_own_words')
      .using('gin', sql`recado_own_words(${t.companyId}, recado_words(${t.body}))`)
      .where(sql`body is not null`),
    foreignKey({
      columns: [t.companyId, t.conversationId],
      foreignColumns: [conversations.companyId, conversations.id],
    }),
  ],
)

/** Media of a message: what Meta announced and, once fetched or uploaded, our file. */
export const messageMedia = pgTable(
  'message_media',
  {
    companyId: uuid().notNull(),
    messageId: uuid().notNull(),
    kind: text().notNull(),
    metaMediaId: text(),
    mime: text(),
    filename: text(),
    sha256: text(),
    voice: boolean().notNull().default(false),
    animated: boolean().notNull().default(false),
    state: text({ enum: ['waiting', 'stored', 'failed'] })
      .notNull()
      .default('waiting'),
    error: text(),
    fileId: uuid(),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.messageId] }),
    /** Which other messages show a file: asked before it goes with one of them. */
    index('message_media_file').on(t.fileId).where(sql`file_id is not null`),
    index('message_media_own_words')
      .using('gin', sql`recado_own_words(${t.companyId}, recado_words(${t.filename}))`)
      .where(sql`filename is not null`),
  ],
)

export const messageReactions = pgTable(
  'message_reactions',
  {
    companyId: uuid().notNull(),
    channelId: uuid().notNull(),
    /** The message reacted to, by Meta's id: it may arrive after the reaction. */
    targetWamid: text().notNull(),
    actor: text({ enum: ['contact', 'business'] }).notNull(),
    actorId: uuid(),
    emoji: text().notNull(),
    at: instant().notNull(),
  },
  (t) => [primaryKey({ columns: [t.companyId, t.channelId, t.targetWamid, t.actor] })],
)
