import { type Priority, priorities } from '@recado/contracts/inbox/conversations'
import { emit } from '#server/events.ts'
import { AppError } from '#server/http/app-error.ts'
import { findOtherOpenConversation, updateConversation } from '#server/modules/inbox/conversations/index.ts'
import { insertEventLine } from '#server/modules/inbox/messages/index.ts'
import { findLabels } from '../queries/labels.ts'
import { markSeen } from '../queries/participants.ts'
import { actorOf, type Command, conversationKey, refuse, writeLine } from './command.ts'

/**
 * Resolves the conversation: it no longer waits and is no longer snoozed. `survey`: whether the customer may be
 * asked how it was.
 */
export const resolveConversation =
  (survey = true): Command =>
  async (tx, row) => {
    if (row.status === 'resolved') return null
    await updateConversation(tx, row.id, {
      status: 'resolved',
      resolvedAt: tx.now(),
      resolvedBy: actorOf(tx)?.id ?? null,
      snoozedUntil: null,
      waitingSince: null,
      unreadCount: 0,
    })
    await emit(tx, 'conversation.resolved', { ...conversationKey(row), survey })
    return { lines: [await writeLine(tx, row, 'resolved', { to: null })] }
  }

/**
 * Opens it again, or ends its snooze. Throws `state_invalid` when another conversation with the person is open on the
 * channel.
 */
export const openConversation = (): Command => async (tx, row) => {
  if (row.status === 'open') return null
  if (row.status === 'resolved' && (await findOtherOpenConversation(tx, row))) throw new AppError('state_invalid')
  await updateConversation(tx, row.id, { status: 'open', resolvedAt: null, resolvedBy: null, snoozedUntil: null })
  const line = await writeLine(tx, row, row.status === 'snoozed' ? 'woken' : 'reopened', { to: null })
  await emit(tx, 'conversation.reopened', conversationKey(row))
  return { lines: [line] }
}

/**
 * Puts the conversation aside until a moment, or with null until the customer writes. Throws `state_invalid` for one that
 * is resolved, `validation_failed` for a moment that is gone.
 */
export const snoozeConversation =
  (until: Date | null): Command =>
  async (tx, row) => {
    if (row.status === 'resolved') throw new AppError('state_invalid')
    if (until && until <= tx.now()) refuse('until', 'past', 'This moment is gone')
    if (row.status === 'snoozed' && row.snoozedUntil?.getTime() === until?.getTime()) return null
    await updateConversation(tx, row.id, { status: 'snoozed', snoozedUntil: until })
    const line = await writeLine(tx, row, 'snoozed', { until: until?.toISOString() ?? null })
    await emit(tx, 'conversation.snoozed', conversationKey(row))
    return { lines: [line] }
  }

export const prioritizeConversation =
  (priority: Priority): Command =>
  async (tx, row) => {
    const rank = priorities.indexOf(priority)
    if (row.priority === rank) return null
    await updateConversation(tx, row.id, { priority: rank })
    const from = priorities[row.priority] ?? 'none'
    await emit(tx, 'conversation.priority_changed', conversationKey(row))
    return { lines: [await writeLine(tx, row, 'priority', { from, to: priority })] }
  }

/** Adds and takes away labels; one that is in both stays away. Throws `validation_failed` for labels the company has not. */
export const labelConversation =
  ({ add, remove }: { add: readonly string[]; remove: readonly string[] }): Command =>
  async (tx, row) => {
    const gone = new Set(remove.filter((id) => row.labelIds.includes(id)))
    const fresh = [...new Set(add)].filter((id) => !row.labelIds.includes(id) && !remove.includes(id))
    const known = new Map((await findLabels(tx, [...add, ...remove])).map((label) => [label.id, label]))
    if (add.some((id) => !known.has(id))) refuse('add', 'not_found', 'No such label')
    if (gone.size === 0 && fresh.length === 0) return null
    const labelIds = [...row.labelIds.filter((id) => !gone.has(id)), ...fresh]
    await updateConversation(tx, row.id, { labelIds })
    const named = (ids: Iterable<string>) => [...ids].flatMap((id) => known.get(id) ?? [])
    const line = await writeLine(tx, row, 'labels', { added: named(fresh), removed: named(gone) })
    await emit(tx, 'conversation.labels_changed', { ...conversationKey(row), added: fresh })
    return { lines: [line] }
  }

/** Marks everything up to now as read by the team, or the last message as unread; reading also sees mentions. */
export const markConversationRead =
  (read: boolean): Command =>
  async (tx, row) => {
    const own = actorOf(tx)
    const seen = read && own !== null && (await markSeen(tx, row.id, own.id))
    const unreadCount = read ? 0 : Math.max(1, row.unreadCount)
    if (row.unreadCount !== unreadCount) await updateConversation(tx, row.id, { unreadCount })
    if (read && row.unreadCount > 0) await emit(tx, 'conversation.read', conversationKey(row))
    return row.unreadCount !== unreadCount || seen ? { lines: [] } : null
  }

/** The timeline entry for a macro that a member ran; its client key identifies a repeated run. */
export const recordMacroRun =
  (macro: { id: string; name: string }, clientKey: string): Command =>
  async (tx, row) => {
    const facts = { kind: 'macro', by: actorOf(tx), to: { id: macro.id, name: macro.name } }
    return { lines: [await insertEventLine(tx, row, facts, clientKey)] }
  }
