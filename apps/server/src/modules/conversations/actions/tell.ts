import type { CompanyCtx, Ctx } from '#server/context.ts'
import { displayNameOf } from '../../contacts/index.ts'
import { type Fact, tell, tellAll } from '../../product-events/index.ts'
import { previewOf } from '../preview.ts'
import { findToldConversations, type ToldConversation } from '../queries/told.ts'
import { isFromCustomer, type Recorded } from './record-messages.ts'

/** A name that everybody may see: phones stay masked. */
const contactOf = (row: ToldConversation) => displayNameOf(row, false)

/** Tells a person that somebody gave them a conversation. */
export const tellOfAssignment = async (tx: CompanyCtx, conversationId: string, assigneeId: string): Promise<void> => {
  const { actor } = tx
  if (actor.kind !== 'user' || actor.userId === assigneeId) return
  const companyId = tx.company.id
  const [row] = await findToldConversations(tx, [{ companyId, id: conversationId }])
  if (!row) return
  await tell(tx, 'conversation.assigned', {
    to: { users: [assigneeId] },
    companyId,
    payload: { conversationId, contact: contactOf(row), assigner: actor.name },
  })
}

/** Tells those who see all conversations that somebody left one to them. */
export const tellOfRelease = async (tx: CompanyCtx, conversationId: string): Promise<void> => {
  const companyId = tx.company.id
  const [row] = await findToldConversations(tx, [{ companyId, id: conversationId }])
  if (!row) return
  await tell(tx, 'conversation.new_unassigned', {
    to: 'onlookers',
    companyId,
    payload: { contact: contactOf(row) },
  })
}

type News = { row: ToldConversation; messages: Recorded[] }

const factForAssignee = ({ row, messages }: News): Fact<'message.received'>[] => {
  const last = messages.at(-1)
  if (!last || row.assigneeId === null) return []
  return [
    {
      to: { users: [row.assigneeId] },
      companyId: row.companyId,
      payload: { conversationId: row.id, contact: contactOf(row), preview: previewOf(last.row.type, last.row.body) },
      factId: last.row.id,
    },
  ]
}

/** Entering the queue is news, a further message in it is not. */
const entersQueue = ({ row, messages }: News) =>
  row.assigneeId === null && messages.some(({ thread }) => thread.started || thread.resolved)

/** One for each company, however many conversations there are. */
const factsForOnlookers = (queued: readonly News[]): Fact<'conversation.new_unassigned'>[] =>
  [...Map.groupBy(queued, ({ row }) => row.companyId)].flatMap(([companyId, own]) => {
    const [first] = own
    const message = first?.messages[0]
    if (!first || !message) return []
    const contact = own.length === 1 ? contactOf(first.row) : ''
    return [{ to: 'onlookers', companyId, payload: { contact }, factId: message.row.id }]
  })

/** A further message in the queue is nobody's news. */
const concernsSomebody = (entry: Recorded) =>
  isFromCustomer(entry) && (entry.thread.assigneeId !== null || entry.thread.started || entry.thread.resolved)

/** Tells those who have to know what customers wrote, in the transaction that recorded it. */
export const tellOfMessages = async (tx: Ctx, created: readonly Recorded[]): Promise<void> => {
  const news = Map.groupBy(created.filter(concernsSomebody), ({ thread }) => thread.conversationId)
  if (news.size === 0) return
  const keys = [...news].flatMap(([id, [first]]) => (first ? [{ id, companyId: first.thread.companyId }] : []))
  const told = (await findToldConversations(tx, keys)).map((row) => ({ row, messages: news.get(row.id) ?? [] }))
  await tellAll(tx, 'message.received', told.flatMap(factForAssignee))
  await tellAll(tx, 'conversation.new_unassigned', factsForOnlookers(told.filter(entersQueue)))
}
