import type { Ctx } from '#server/context.ts'
import { displayNameOf } from '#server/modules/contacts/contacts/index.ts'
import type { Audience } from './notify.ts'
import { type ConversationFacts, findConversationFacts, findQueueWatchers } from './queries/conversations.ts'

/** A name that everybody may see: phones stay masked. */
export const contactOf = (row: ConversationFacts): string => displayNameOf(row, false)

/** What to call the contact of a conversation; null when it is gone. */
export const findContact = async (tx: Ctx, companyId: string, conversationId: string): Promise<string | null> => {
  const [row] = await findConversationFacts(tx, [{ companyId, id: conversationId }])
  return row ? contactOf(row) : null
}

/** Who works off the queue that a conversation is in: its team, or without one those who see every conversation. */
export const queueAudience = async (tx: Ctx, companyId: string, teamId: string | null): Promise<Audience> =>
  teamId === null ? 'onlookers' : { users: await findQueueWatchers(tx, companyId, teamId) }
