import type { Ctx } from '#server/context.ts'
import { displayNameOf } from '#server/modules/contacts/contacts/index.ts'
import {
  findQueueWatchers,
  findToldConversations,
  isFromCustomer,
  previewOf,
  type RecordedBatch,
  type RecordedHandler,
  type RecordedMessage,
  type ToldConversation,
} from '#server/modules/inbox/conversations/index.ts'
import { takeBackJob } from './jobs.ts'
import { type Fact, tellAll } from './tell.ts'

/** A name that everybody may see: phones stay masked. */
const contactOf = (row: ToldConversation) => displayNameOf(row, false)

/** Who works off the queue that a conversation is in: its team, or without one those who see every conversation. */
const audienceOf = async (ctx: Ctx, companyId: string, teamId: string | null) =>
  teamId === null ? ('onlookers' as const) : { users: await findQueueWatchers(ctx, companyId, teamId) }

type News = { row: ToldConversation; messages: RecordedMessage[] }

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
const concernsSomebody = (entry: RecordedMessage) => {
  const { assigneeId, followed, started, resolved } = entry.thread
  return isFromCustomer(entry) && (assigneeId !== null || followed || started || resolved)
}

const tellOfMessages = async (tx: Ctx, created: readonly RecordedMessage[]): Promise<void> => {
  const news = Map.groupBy(created.filter(concernsSomebody), ({ thread }) => thread.conversationId)
  if (news.size === 0) return
  const keys = [...news].flatMap(([id, [first]]) => (first ? [{ id, companyId: first.thread.companyId }] : []))
  const told = (await findToldConversations(tx, keys)).map((row) => ({ row, messages: news.get(row.id) ?? [] }))
  await tellAll(tx, 'message.received', told.flatMap(factForFollowers))
  await tellAll(tx, 'conversation.new_unassigned', await factsForQueues(tx, told.filter(entersQueue)))
}

/** Takes what customers deleted out of what was told of it. */
const takeBackMessages = async (tx: Ctx, revoked: RecordedBatch['revoked']): Promise<void> => {
  if (revoked.length === 0) return
  for (const { id, companyId } of revoked) {
    const input = { name: 'message.received', factId: id } as const
    await tx.deps.jobs.enqueue(tx.db, takeBackJob, input, { companyId })
  }
  tx.afterCommit(() => tx.deps.jobs.wake('standard'))
}

/** Tells those who have to know what customers wrote, in the transaction that recorded it. */
export const notifyOfRecorded: RecordedHandler = async (tx, { created, revoked }) => {
  await tellOfMessages(tx, created)
  await takeBackMessages(tx, revoked)
}
