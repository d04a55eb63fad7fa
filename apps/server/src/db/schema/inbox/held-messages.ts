import { type HeldMessage, heldKinds, heldStates, returnReasons } from '@recado/contracts/inbox/held-messages'
import type { MessageDraft } from '@recado/contracts/inbox/messages'
import { sql } from 'drizzle-orm'
import { boolean, foreignKey, index, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { createdAt, instant, updatedAt } from '../columns.ts'
import { conversations } from './conversations.ts'

/** What is held: a message as it was written, a macro, or none for a survey, which is written at its release. */
export type HeldDraft = MessageDraft | { type: 'macro'; macroId: string } | { type: 'none' }
/** Files are named by their id; their addresses are made when they are shown. */
export type HeldContent = Pick<HeldMessage['contents'][number], 'type' | 'text'> & {
  file: { fileId: string; kind: string; mime: string; name: string } | null
}

/** What a member sent and can still undo, or what was returned to them. `draft` is cleared by undo. */
export const heldMessages = pgTable(
  'held_messages',
  {
    companyId: uuid().notNull(),
    id: uuid().notNull(),
    conversationId: uuid().notNull(),
    authorId: uuid().notNull(),
    clientKey: text().notNull(),
    kind: text({ enum: heldKinds }).notNull(),
    draft: jsonb().$type<HeldDraft>().notNull(),
    name: text(),
    contents: jsonb().$type<HeldContent[]>().notNull(),
    afterwards: text({ enum: ['resolve', 'snooze'] }),
    /** Goes out although a colleague answered. */
    anyway: boolean().notNull().default(false),
    state: text({ enum: heldStates }).notNull(),
    reason: text({ enum: returnReasons }),
    reasonUserId: uuid(),
    error: text(),
    heldUntil: instant().notNull(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.id] }),
    uniqueIndex('held_messages_key').on(t.companyId, t.clientKey),
    index('held_messages_conversation').on(t.companyId, t.conversationId),
    index('held_messages_due').on(t.heldUntil).where(sql`state = 'held'`),
    index('held_messages_undone').on(t.updatedAt).where(sql`state = 'undone'`),
    foreignKey({
      columns: [t.companyId, t.conversationId],
      foreignColumns: [conversations.companyId, conversations.id],
    }),
  ],
)
