import type { Ctx } from '#server/context.ts'
import { previewOf } from '#server/modules/inbox/messages/index.ts'
import {
  isFromCustomer,
  type RecordedBatch,
  type RecordedHandler,
  type RecordedMessage,
} from '#server/modules/inbox/recording/index.ts'
import { contactOf, queueAudience } from './conversations.ts'
import { blankQuotesJob } from './jobs.ts'
import { type Notice, notify } from './notify.ts'
import { type ConversationFacts, findConversationFacts } from './queries/conversations.ts'

type News = { row: ConversationFacts; messages: RecordedMessage[] }

const noticesForFollowers = ({ row, messages }: News): Notice[] => {
  const last = messages.at(-1)
  const users = [...new Set([...(row.assigneeId === null ? [] : [row.assigneeId]), ...row.followers])]
  if (!last || users.length === 0) return []
  return [
    {
      workflow: 'message.received',
      to: { users },
      companyId: row.companyId,
      payload: { conversationId: row.id, contact: contactOf(row), preview: previewOf(last.row.body) },
      factId: last.row.id,
    },
  ]
}

/** Entering the queue is news, a further message in it is not. */
const entersQueue = ({ row, messages }: News) =>
  row.assigneeId === null && messages.some(({ thread }) => thread.started || thread.resolved)

/** One for each queue, however many conversations entered it. */
const noticesForQueues = async (tx: Ctx, queued: readonly News[]): Promise<Notice[]> => {
  const notices: Notice[] = []
  for (const own of Map.groupBy(queued, ({ row }) => `${row.companyId} ${row.teamId}`).values()) {
    const [first] = own
    const message = first?.messages[0]
    if (!first || !message) continue
    const { companyId, teamId } = first.row
    const contact = own.length === 1 ? contactOf(first.row) : ''
    const to = await queueAudience(tx, companyId, teamId)
    const payload = { contact }
    notices.push({ workflow: 'conversation.new_unassigned', to, companyId, payload, factId: message.row.id })
  }
  return notices
}

/** A further message in the queue notifies no one, unless a member follows the conversation. */
const concernsSomebody = (entry: RecordedMessage) => {
  const { assigneeId, followed, started, resolved } = entry.thread
  return isFromCustomer(entry) && (assigneeId !== null || followed || started || resolved)
}

const notifyOfMessages = async (tx: Ctx, created: readonly RecordedMessage[]): Promise<void> => {
  const news = Map.groupBy(created.filter(concernsSomebody), ({ thread }) => thread.conversationId)
  if (news.size === 0) return
  const keys = [...news].flatMap(([id, [first]]) => (first ? [{ id, companyId: first.thread.companyId }] : []))
  const told = (await findConversationFacts(tx, keys)).map((row) => ({ row, messages: news.get(row.id) ?? [] }))
  await notify(tx, [...told.flatMap(noticesForFollowers), ...(await noticesForQueues(tx, told.filter(entersQueue)))])
}

/** Takes what customers deleted out of what was told of it. */
const blankMessages = async (tx: Ctx, revoked: RecordedBatch['revoked']): Promise<void> => {
  if (revoked.length === 0) return
  const { jobs } = tx.deps
  const inputOf = (id: string) => ({ name: 'message.received', factId: id })
  await jobs.enqueueAll(
    tx.db,
    revoked.map(({ id, companyId }) => ({ job: blankQuotesJob, input: inputOf(id), options: { companyId } })),
  )
  tx.afterCommit(() => jobs.wake(blankQuotesJob.queue))
}

/** Notifies those who have to know what customers wrote, in the transaction that recorded it. */
export const notifyOfRecorded: RecordedHandler = async (tx, { created, revoked }) => {
  await notifyOfMessages(tx, created)
  await blankMessages(tx, revoked)
}
