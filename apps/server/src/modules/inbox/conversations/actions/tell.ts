import type { CompanyCtx, Ctx } from '#server/context.ts'
import { displayNameOf } from '#server/modules/contacts/contacts/index.ts'
import { type Fact, takeBackJob, tell, tellAll } from '#server/modules/product-notifications/index.ts'
import { previewOf } from '../preview.ts'
import { findQueueWatchers, findToldConversations, type ToldConversation } from '../queries/told.ts'
import { isFromCustomer, type Recorded } from './record-messages.ts'

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

type News = { row: ToldConversation; messages: Recorded[] }

const factForFollowers = ({ row, messages }: News): Fact<'message.received'>[] => {
  const last = messages.at(-1)
  const users = [...new Set([...(row.assigneeId === null ? [] : [row.assigneeId]), ...row.followers])]
  if (!last || users.length === 0) return []
  return [
    {
      to: { users },
      companyId: row.companyId,
      payload: { conversationId: row.id, contact: contactOf(row), preview: previewOf(last.row.type, last.row.body) },
      factId: last.row.id,
    },
  ]
}

/** Entering the queue is news, a further message in it is not. */
const entersQueue = ({ row, messages }: News) =>
  row.assigneeId === null && messages.some(({ thread }) => thread.started || thread.resolved)

/** One for each queue, however many conversations entered it. */
const factsForQueues = async (tx: Ctx, queued: readonly News[]): Promise<Fact<'conversation.new_unassigned'>[]> => {
  const facts: Fact<'conversation.new_unassigned'>[] = []
  for (const own of Map.groupBy(queued, ({ row }) => `${row.companyId} ${row.teamId}`).values()) {
    const [first] = own
    const message = first?.messages[0]
    if (!first || !message) continue
    const { companyId, teamId } = first.row
    const contact = own.length === 1 ? contactOf(first.row) : ''
    const to = await audienceOf(tx, companyId, teamId)
    facts.push({ to, companyId, payload: { contact }, factId: message.row.id })
  }
  return facts
}

/** A further message in the queue is nobody's news, unless somebody follows the conversation. */
const concernsSomebody = (entry: Recorded) => {
  const { assigneeId, followed, started, resolved } = entry.thread
  return isFromCustomer(entry) && (assigneeId !== null || followed || started || resolved)
}

/** Tells those who have to know what customers wrote, in the transaction that recorded it. */
export const tellOfMessages = async (tx: Ctx, created: readonly Recorded[]): Promise<void> => {
  const news = Map.groupBy(created.filter(concernsSomebody), ({ thread }) => thread.conversationId)
  if (news.size === 0) return
  const keys = [...news].flatMap(([id, [first]]) => (first ? [{ id, companyId: first.thread.companyId }] : []))
  const told = (await findToldConversations(tx, keys)).map((row) => ({ row, messages: news.get(row.id) ?? [] }))
  await tellAll(tx, 'message.received', told.flatMap(factForFollowers))
  await tellAll(tx, 'conversation.new_unassigned', await factsForQueues(tx, told.filter(entersQueue)))
}

/** Takes what customers deleted out of what was told of it. */
export const takeBackMessages = async (
  tx: Ctx,
  revoked: readonly { id: string; companyId: string }[],
): Promise<void> => {
  if (revoked.length === 0) return
  for (const { id, companyId } of revoked) {
    const input = { name: 'message.received', factId: id } as const
    await tx.deps.jobs.enqueue(tx.db, takeBackJob, input, { companyId })
  }
  tx.afterCommit(() => tx.deps.jobs.wake('standard'))
}

/** The same of a note that somebody removed; nobody is reminded of it any more. */
export const takeBackNote = async (tx: CompanyCtx, id: string): Promise<void> => {
  const input = { name: 'conversation.mentioned', factId: id } as const
  await tx.deps.jobs.enqueue(tx.db, takeBackJob, input, { companyId: tx.company.id })
  tx.afterCommit(() => tx.deps.jobs.wake('standard'))
}
