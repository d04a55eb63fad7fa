import type { ConversationDetail } from '../api.ts'

/** What stands between the team and the person: they are blocked, or on the suppression list, where only replies may go or nothing. */
export type Barrier = 'blocked' | 'replies' | 'suppressed'

/** The barrier of a conversation whose window is open or not; null when there is none. */
export const barrierOf = (
  detail: Pick<ConversationDetail, 'suppressed' | 'contact'> | undefined,
  windowOpen: boolean,
): Barrier | null => {
  if (detail?.contact.blocked) return 'blocked'
  if (!detail || detail.suppressed === 'no') return null
  return detail.suppressed === 'replies' && windowOpen ? 'replies' : 'suppressed'
}
