import { type BulkChange, runMacro } from '@recado/contracts/inbox/conversation-changes'
import {
  assignConversation,
  type ConversationSummary,
  readConversation,
  setConversationLabels,
  setConversationPriority,
  setConversationStatus,
  snoozeConversation,
} from '@recado/contracts/inbox/conversations'
import { call } from '#web/lib/api/api.ts'

/** What can be done with a conversation; the same words as for many at once. */
export type Change = BulkChange

/** Whether a change puts a conversation aside; a message that goes out later would bring it back. */
export const putsAside = (change: Change): boolean =>
  change.type === 'snooze' || (change.type === 'status' && change.status === 'resolved')

/** Whether what was written before goes out before the change: a macro sends messages of its own. */
export const comesAfterMessages = (change: Change): boolean => change.type === 'macro' || putsAside(change)

/** Names that a change needs to be shown before the server answered. */
export type Known = {
  people: readonly { id: string; name: string; avatarUrl: string | null }[]
  teams: readonly { id: string; name: string }[]
}

const without = (ids: readonly string[], gone: readonly string[]): string[] => ids.filter((id) => !gone.includes(id))

/** The conversation as the change will leave it, as far as that is known here. Pure. */
export const withChange = (item: ConversationSummary, change: Change, known: Known): ConversationSummary => {
  switch (change.type) {
    case 'assign': {
      const person = known.people.find(({ id }) => id === change.assigneeId)
      if (change.assigneeId === null) return { ...item, assignee: null }
      return person ? { ...item, assignee: { id: person.id, name: person.name, avatarUrl: person.avatarUrl } } : item
    }
    case 'team': {
      const team = known.teams.find(({ id }) => id === change.teamId)
      return { ...item, team: team ? { id: team.id, name: team.name } : change.teamId === null ? null : item.team }
    }
    case 'priority':
      return { ...item, priority: change.priority }
    case 'labels':
      return { ...item, labelIds: [...without(item.labelIds, [...change.add, ...change.remove]), ...change.add] }
    case 'snooze':
      return { ...item, status: 'snoozed', snoozedUntil: change.until }
    case 'status':
      return { ...item, status: change.status, snoozedUntil: null }
    case 'read':
      return { ...item, unreadCount: change.read ? 0 : Math.max(1, item.unreadCount), mentioned: false }
    case 'macro':
      return item
  }
}

const inverseOfStatus = ({ status, snoozedUntil }: ConversationSummary): Change =>
  status === 'snoozed'
    ? { type: 'snooze', until: snoozedUntil }
    : { type: 'status', status: status === 'resolved' ? 'resolved' : 'open', survey: false }

/** The inverse of a change; null if it has none or needs none. Pure. */
export const inverseOf = (before: ConversationSummary, change: Change): Change | null => {
  switch (change.type) {
    case 'assign':
      return { type: 'assign', assigneeId: before.assignee?.id ?? null }
    case 'team':
      return { type: 'team', teamId: before.team?.id ?? null }
    case 'priority':
      return { type: 'priority', priority: before.priority }
    case 'labels': {
      const added = without(change.add, before.labelIds)
      const removed = change.remove.filter((id) => before.labelIds.includes(id))
      return added.length + removed.length > 0 ? { type: 'labels', add: removed, remove: added } : null
    }
    case 'snooze':
      return before.status === 'resolved' ? null : inverseOfStatus(before)
    case 'status':
      return (before.status === 'resolved') === (change.status === 'resolved') ? null : inverseOfStatus(before)
    case 'read':
      return before.unreadCount > 0 === change.read ? { type: 'read', read: !change.read } : null
    case 'macro':
      return null
  }
}

/** The inverse of a bulk change, which restores each conversation to its previous state. Pure. */
export const inversesOf = (
  before: Iterable<ConversationSummary>,
  change: Change,
): { change: Change; ids: string[] }[] => {
  const groups = new Map<string, { change: Change; ids: string[] }>()
  for (const item of before) {
    const inverse = inverseOf(item, change)
    if (!inverse) continue
    const key = JSON.stringify(inverse)
    const group = groups.get(key) ?? { change: inverse, ids: [] }
    group.ids.push(item.id)
    groups.set(key, group)
  }
  return [...groups.values()]
}

/** Asks the server for a change; answers the conversation as it is then. */
export const sendChange = (id: string, change: Change): Promise<ConversationSummary> => {
  const params = { id }
  switch (change.type) {
    case 'assign':
      return call(assignConversation, { params, body: { assigneeId: change.assigneeId } })
    case 'team':
      return call(assignConversation, { params, body: { teamId: change.teamId } })
    case 'priority':
      return call(setConversationPriority, { params, body: { priority: change.priority } })
    case 'labels':
      return call(setConversationLabels, { params, body: { add: change.add, remove: change.remove } })
    case 'snooze':
      return call(snoozeConversation, { params, body: { until: change.until } })
    case 'status':
      return call(setConversationStatus, { params, body: { status: change.status, survey: change.survey } })
    case 'read':
      return call(readConversation, { params, body: { read: change.read } })
    case 'macro':
      return call(runMacro, { params, body: { macroId: change.macroId, clientKey: change.clientKey } })
  }
}
