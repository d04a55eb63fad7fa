import type { Ctx } from '#server/context.ts'
import type { Sql } from '#server/modules/contacts/contacts/index.ts'
import { insertConversations, type NewConversation } from '../queries/threads.ts'

export type StartedConversation = { companyId: string; conversationId: string; contactId: string; channelId: string }

/**
 * What a module above does about conversations that begin without a message of a contact, in the transaction that begins
 * them; its manifest lists it.
 */
export type StartedHandler = (tx: Ctx, started: readonly StartedConversation[]) => Promise<void>

/** Begins conversations, and lets modules above know. */
export const beginConversations = async (tx: Ctx, sql: Sql, rows: readonly NewConversation[]): Promise<void> => {
  if (rows.length === 0) return
  const contacts = await insertConversations(sql, rows)
  const started = rows.flatMap(({ companyId, id: conversationId, channelId }) => {
    const contactId = contacts.get(conversationId)
    return contactId === undefined ? [] : [{ companyId, conversationId, contactId, channelId }]
  })
  for (const handle of tx.deps.handlers.started) await handle(tx, started)
}
