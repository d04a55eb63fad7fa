import type { Ctx } from '#server/context.ts'
import { newId } from '#server/lib/ids.ts'
import { changeUser, nameByAddressBook, type PeopleHooks, type Sql } from '#server/modules/contacts/contacts/index.ts'
import { joinContacts } from '#server/modules/contacts/merges/index.ts'
import { repointConversations } from '#server/modules/inbox/conversations/index.ts'
import type { Incoming, IncomingChange, IncomingReaction, IncomingStatus } from '../incoming.ts'
import { applyEdit, type Touched, upsertReactions } from '../queries/record.ts'
import { insertParked, type ParkedRow, takeParked } from '../queries/statuses.ts'
import { type RecordedMessage, recordMessages } from './record-messages.ts'
import { type Reached, type Refused, recordStatuses } from './record-statuses.ts'

/** What a batch changed, for change events, counters and the work that follows. */
export type RecordedBatch = {
  created: RecordedMessage[]
  updated: Touched[]
  /** Messages whose senders deleted them. */
  revoked: Touched[]
  /** Companies some of whose people were merged: lists must be read again. */
  merged: Set<string>
  settled: { companyId: string; messageId: string }[]
  /** The messages that a batch was the first to tell of, or to tell more of. */
  news: { channelId: string; wamid: string }[]
  /** Answers that have failed, or may have arrived after they had. */
  failed: Touched[]
  /** Messages that WhatsApp refused, each with the code of Meta's error. */
  refused: Refused[]
  /** Statuses by which messages came further, those of one message in their order. */
  reached: Reached[]
}

const park = (change: IncomingChange): ParkedRow => ({
  id: newId(),
  channel_id: change.channelId,
  wamid: change.targetWamid,
  status: change.change,
  at: change.at,
  detail: { companyId: change.companyId, body: change.body },
})

type Changed = Pick<RecordedBatch, 'updated' | 'revoked'>

const recordChanges = async (sql: Sql, changes: readonly IncomingChange[]): Promise<Changed> => {
  const changed: Changed = { updated: [], revoked: [] }
  for (const change of changes) {
    const { channelId, targetWamid, change: kind, at, body } = change
    const found = await applyEdit(sql, { channel_id: channelId, wamid: targetWamid, change: kind, at, body })
    if (found.length === 0) await insertParked(sql, [park(change)])
    changed.updated.push(...found)
    if (kind === 'revoked') changed.revoked.push(...found)
  }
  return changed
}

const recordReactions = (sql: Sql, reactions: readonly IncomingReaction[]) =>
  upsertReactions(
    sql,
    reactions.map(({ companyId, channelId, targetWamid, actor, emoji, at }) => ({
      company_id: companyId,
      channel_id: channelId,
      target_wamid: targetWamid,
      actor,
      emoji,
      at,
    })),
  )

/** Applies what was parked for messages that are here now. */
export const applyParked = async (
  sql: Sql,
  keys: readonly { channelId: string; wamid: string }[],
): Promise<Pick<RecordedBatch, 'updated' | 'revoked' | 'settled' | 'failed' | 'refused' | 'reached'>> => {
  const rows = await takeParked(sql, keys)
  const statuses: IncomingStatus[] = []
  const changes: IncomingChange[] = []
  for (const row of rows) {
    const at = new Date(row.at)
    const place = { companyId: String(row.detail['companyId']), channelId: row.channel_id }
    if (row.status === 'edited' || row.status === 'revoked') {
      const body = typeof row.detail['body'] === 'string' ? row.detail['body'] : null
      changes.push({ ...place, targetWamid: row.wamid, change: row.status, at, body })
    } else {
      statuses.push({ ...(row.detail as Omit<IncomingStatus, 'wamid' | 'at'>), ...place, wamid: row.wamid, at })
    }
  }
  const changed = await recordChanges(sql, changes)
  const { touched, settled, failed, refused, reached } = await recordStatuses(sql, statuses)
  return { updated: [...changed.updated, ...touched], revoked: changed.revoked, settled, failed, refused, reached }
}

/** Splits a batch at the events that change people, so that each message meets the records of its moment. */
const segmentsOf = (items: readonly Incoming[]): Incoming[][] => {
  const segments: Incoming[][] = [[]]
  for (const item of items) {
    if (item.kind === 'person') segments.push([item], [])
    else segments.at(-1)?.push(item)
  }
  return segments.filter((segment) => segment.length > 0)
}

export const emptyBatch = (): RecordedBatch => ({
  ...{ created: [], updated: [], revoked: [], merged: new Set(), settled: [] },
  ...{ news: [], failed: [], refused: [], reached: [] },
})

/**
 * Writes what webhooks said about chats, in the caller's transaction and with few statements however large the batch.
 * Safe to repeat: what is known already changes nothing.
 */
export const recordIncoming = async (tx: Ctx, sql: Sql, items: readonly Incoming[]): Promise<RecordedBatch> => {
  const batch = emptyBatch()
  const hooks: PeopleHooks = {
    merge: async (client, merge) => {
      batch.merged.add(merge.companyId)
      await repointConversations(client, merge)
    },
    join: (client, join) => joinContacts(tx, client, join),
  }
  for (const segment of segmentsOf(items)) {
    const [first] = segment
    if (first?.kind === 'person') await changeUser(sql, first.user, first.after, hooks)
    const messages = segment.filter((item) => item.kind === 'message')
    batch.created.push(...(await recordMessages(sql, messages, tx.now(), hooks)))
    const reactions = segment.filter((item) => item.kind === 'reaction')
    batch.updated.push(...(await recordReactions(sql, reactions)))
    const changes = segment.filter((item) => item.kind === 'change')
    const changed = await recordChanges(sql, changes)
    batch.updated.push(...changed.updated)
    batch.revoked.push(...changed.revoked)
  }
  await nameByAddressBook(
    sql,
    items.filter((item) => item.kind === 'name'),
  )
  const statuses = await recordStatuses(
    sql,
    items.filter((item) => item.kind === 'status'),
  )
  const late = await applyParked(
    sql,
    batch.created.map(({ message }) => ({ channelId: message.channelId, wamid: message.wamid })),
  )
  batch.updated.push(...statuses.touched, ...late.updated)
  batch.revoked.push(...late.revoked)
  batch.settled.push(...statuses.settled, ...late.settled)
  batch.news.push(...batch.created.map(({ message }) => message), ...statuses.advanced)
  batch.failed.push(...statuses.failed, ...late.failed)
  batch.refused.push(...statuses.refused, ...late.refused)
  batch.reached.push(...statuses.reached, ...late.reached)
  return batch
}
