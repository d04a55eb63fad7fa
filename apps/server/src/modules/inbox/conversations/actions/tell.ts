import type { CompanyCtx, Ctx } from '#server/context.ts'
import { displayNameOf } from '#server/modules/contacts/contacts/index.ts'
import { takeBackJob, tell } from '#server/modules/product-notifications/index.ts'
import { previewOf } from '../preview.ts'
import { findQueueWatchers, findToldConversations, type ToldConversation } from '../queries/told.ts'

/** A name that everybody may see: phones stay masked. */
const contactOf = (row: ToldConversation) => displayNameOf(row, false)

/** Tells a person that somebody, or the desk by itself, gave them a conversation. */
export const tellOfAssignment = async (tx: CompanyCtx, conversationId: string, assigneeId: string): Promise<void> => {
  const { actor } = tx
  if (actor.kind === 'user' && actor.userId === assigneeId) return
  const companyId = tx.company.id
  const [row] = await findToldConversations(tx, [{ companyId, id: conversationId }])
  if (!row) return
  await tell(tx, 'conversation.assigned', {
    to: { users: [assigneeId] },
    companyId,
    payload: { conversationId, contact: contactOf(row), assigner: actor.kind === 'user' ? actor.name : '' },
  })
}

/** Who works off the queue that a conversation is in: its team, or without one those who see every conversation. */
const audienceOf = async (ctx: Ctx, companyId: string, teamId: string | null) =>
  teamId === null ? ('onlookers' as const) : { users: await findQueueWatchers(ctx, companyId, teamId) }

/** Tells those who work off its queue that somebody left a conversation to them. */
export const tellOfRelease = async (tx: CompanyCtx, conversationId: string): Promise<void> => {
  const companyId = tx.company.id
  const [row] = await findToldConversations(tx, [{ companyId, id: conversationId }])
  if (!row) return
  await tell(tx, 'conversation.new_unassigned', {
    to: await audienceOf(tx, companyId, row.teamId),
    companyId,
    payload: { contact: contactOf(row) },
  })
}

/** Tells people that somebody named them in a note. */
export const tellOfMentions = async (
  tx: CompanyCtx,
  conversationId: string,
  note: { id: string; body: string; mentions: readonly string[] },
): Promise<void> => {
  const companyId = tx.company.id
  const { actor } = tx
  const [row] = await findToldConversations(tx, [{ companyId, id: conversationId }])
  if (!row || actor.kind !== 'user' || note.mentions.length === 0) return
  await tell(tx, 'conversation.mentioned', {
    to: { users: note.mentions },
    companyId,
    payload: { conversationId, contact: contactOf(row), author: actor.name, note: previewOf('note', note.body) },
    factId: note.id,
  })
}

/** Takes what was told of a note that somebody removed out again; nobody is reminded of it any more. */
export const takeBackNote = async (tx: CompanyCtx, id: string): Promise<void> => {
  const input = { name: 'conversation.mentioned', factId: id } as const
  await tx.deps.jobs.enqueue(tx.db, takeBackJob, input, { companyId: tx.company.id })
  tx.afterCommit(() => tx.deps.jobs.wake('standard'))
}
