import { statusRank } from '@recado/contracts/inbox/messages'
import { newId } from '#server/lib/ids.ts'
import type { PeopleHooks, Sql } from '#server/modules/contacts/contacts/index.ts'
import { findOrStartThreads, type Thread, threadKeyOf } from '#server/modules/inbox/conversations/index.ts'
import { type IncomingMessage, isTappedAnswer, previewOf } from '#server/modules/inbox/messages/index.ts'
import {
  applyChanges,
  type ConversationChange,
  insertMedia,
  insertMessages,
  type NewMedia,
  type NewMessage,
  repointMessages,
} from '../queries/record.ts'

/** A message that this batch added. */
export type RecordedMessage = { row: NewMessage; message: IncomingMessage; thread: Thread }

const rowOf = (message: IncomingMessage, thread: Thread): NewMessage => ({
  company_id: message.companyId,
  id: newId(),
  conversation_id: thread.conversationId,
  channel_id: message.channelId,
  contact_id: thread.contactId,
  direction: message.origin === 'contact' ? 'in' : 'out',
  type: message.type,
  body: message.body,
  payload: message.payload,
  wamid: message.wamid,
  reply_to_wamid: message.replyToWamid,
  origin: message.origin,
  author_id: null,
  status: message.status,
  status_rank: statusRank[message.status],
  occurred_at: message.occurredAt,
})

const latest = (a: Date | null, b: Date | null): Date | null => (a === null || (b !== null && b > a) ? b : a)
const earliest = (a: Date | null, b: Date): Date => (a === null || b < a ? b : a)

/** Whether it only answers a question of the product: a score, its comment, or whether they want marketing. None needs an answer. */
export const isOpinion = ({ message, thread }: RecordedMessage): boolean =>
  isTappedAnswer(message) || (message.wamid !== null && message.wamid === thread.commentWamid)

/** Whether it changes nothing that people watch: history, or written by someone who is blocked. */
export const isQuiet = ({ message, thread }: RecordedMessage): boolean =>
  message.quiet || (thread.blocked && message.origin === 'contact')

/** Whether a customer has just written it and may expect an answer. */
export const isFromCustomer = (entry: RecordedMessage) =>
  entry.message.origin === 'contact' && !isQuiet(entry) && entry.message.type !== 'system' && !isOpinion(entry)

const changeOf = (recorded: readonly RecordedMessage[]): ConversationChange => {
  const first = recorded[0] as RecordedMessage
  const change: ConversationChange = {
    company_id: first.thread.companyId,
    id: first.thread.conversationId,
    unread: 0,
    last_id: first.row.id,
    last_at: first.row.occurred_at,
    last_direction: null,
    last_preview: '',
    last_inbound_at: null,
    window_end: null,
    waiting_since: null,
    answered_at: null,
    reopen: false,
    wake: false,
  }
  for (const entry of recorded) {
    const { row, message } = entry
    if (row.occurred_at >= change.last_at) {
      change.last_id = row.id
      change.last_at = row.occurred_at
      change.last_direction = row.direction === 'out' ? 'out' : 'in'
      change.last_preview = previewOf(row.body)
    }
    if (message.quiet) continue
    if (message.origin === 'contact') change.window_end = latest(change.window_end, message.windowEnd)
    if (isQuiet(entry) || isOpinion(entry)) continue
    change.reopen = true
    if (message.origin === 'contact') change.wake = true
    if (isFromCustomer(entry)) {
      change.unread++
      change.last_inbound_at = latest(change.last_inbound_at, row.occurred_at)
      change.waiting_since = earliest(change.waiting_since, row.occurred_at)
    } else if (message.origin === 'phone_app') {
      change.waiting_since = null
      change.answered_at = latest(change.answered_at, row.occurred_at)
    }
  }
  return change
}

const mediaOf = ({ row, message }: RecordedMessage): NewMedia[] => {
  const { media } = message
  if (!media) return []
  return [
    {
      company_id: row.company_id,
      message_id: row.id,
      kind: media.kind,
      meta_media_id: media.mediaId,
      mime: media.mimeType,
      filename: media.fileName,
      sha256: media.sha256,
      voice: media.voice,
      animated: media.animated,
      state: media.mediaId === null ? 'failed' : 'waiting',
      error: media.mediaId === null ? 'media_missing' : null,
    },
  ]
}

const reopenedRow = (thread: Thread, kind: string, at: Date): NewMessage => ({
  company_id: thread.companyId,
  id: newId(),
  conversation_id: thread.conversationId,
  channel_id: thread.channelId,
  contact_id: thread.contactId,
  direction: 'event',
  type: 'event',
  body: null,
  payload: { kind, by: null },
  wamid: null,
  reply_to_wamid: null,
  origin: 'system',
  author_id: null,
  status: 'received',
  status_rank: 0,
  occurred_at: at,
})

/** How a message takes its conversation up again: out of the resolved ones, or before its snooze ends; null when not. */
export const reopeningOf = (entry: RecordedMessage): string | null => {
  const { thread, message } = entry
  if (isQuiet(entry) || isOpinion(entry)) return null
  const byContact = message.origin === 'contact'
  if (thread.resolved) return byContact ? 'reopened_by_contact' : 'reopened'
  return thread.snoozed && byContact ? 'woken_by_contact' : null
}

/** One line of the timeline for each conversation that these messages took up again. */
const reopenings = (recorded: readonly RecordedMessage[]): NewMessage[] => {
  const first = new Map<string, NewMessage>()
  for (const entry of recorded) {
    const id = entry.thread.conversationId
    const kind = reopeningOf(entry)
    if (kind === null || first.has(id)) continue
    first.set(id, reopenedRow(entry.thread, kind, new Date(entry.row.occurred_at.getTime() - 1)))
  }
  return [...first.values()]
}

/** Messages whose contact was merged while they were recorded are the survivor's. */
const followMerges = async (
  sql: Sql,
  recorded: readonly RecordedMessage[],
  contacts: ReadonlyMap<string, string>,
): Promise<RecordedMessage[]> => {
  const followed = recorded.map((entry): RecordedMessage => {
    const contactId = contacts.get(entry.thread.conversationId)
    if (contactId === undefined || contactId === entry.thread.contactId) return entry
    const { message, thread, row } = entry
    return { message, thread: { ...thread, contactId }, row: { ...row, contact_id: contactId } }
  })
  await repointMessages(
    sql,
    followed.flatMap(({ row }, at) => (row === recorded[at]?.row ? [] : [row])),
  )
  return followed
}

/**
 * Records messages: exactly one row for each wamid of a channel. Only those that are new count for the conversation's
 * unread messages, window and order. Answers the new ones.
 */
export const recordMessages = async (
  sql: Sql,
  messages: readonly IncomingMessage[],
  now: Date,
  hooks: PeopleHooks,
): Promise<RecordedMessage[]> => {
  if (messages.length === 0) return []
  const threads = await findOrStartThreads(sql, messages, now, hooks)
  const candidates = messages.flatMap((message): RecordedMessage[] => {
    const thread = threads.get(threadKeyOf(message))
    return thread ? [{ message, thread, row: rowOf(message, thread) }] : []
  })
  const added = await insertMessages(
    sql,
    candidates.map((candidate) => candidate.row),
  )
  const recorded = candidates.filter((candidate) => added.has(candidate.row.id))
  await insertMessages(sql, reopenings(recorded))
  const byConversation = Map.groupBy(recorded, (entry) => entry.thread.conversationId)
  const contacts = await applyChanges(sql, [...byConversation.values()].map(changeOf))
  await insertMedia(sql, recorded.flatMap(mediaOf))
  return followMerges(sql, recorded, contacts)
}
