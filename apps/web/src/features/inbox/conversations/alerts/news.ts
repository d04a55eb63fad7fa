import type { ConversationSummary } from '@recado/contracts/inbox/conversations'

/**
 * Conversations with a message of a customer that is newer than what was known, and that no one looks at here. `known`
 * has the instant of the last message by conversation; one that is not in it counts as new from `since` on
 * (milliseconds). Pure.
 */
export const newsIn = (
  items: readonly ConversationSummary[],
  known: ReadonlyMap<string, string>,
  { since, lookedAt }: { since: number; lookedAt: string | null },
): ConversationSummary[] =>
  items.filter(({ id, lastDirection, lastMessageAt, unreadCount }) => {
    if (id === lookedAt || lastDirection !== 'in' || unreadCount === 0) return false
    const at = Date.parse(lastMessageAt)
    return at > Date.parse(known.get(id) ?? '1970-01-01T00:00:00Z') && at >= since
  })
