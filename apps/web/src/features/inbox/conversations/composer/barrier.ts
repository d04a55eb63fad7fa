import type { ConversationDetail } from '../api.ts'

/** What stands between the team and the person: only replies may go, or nothing as they are on the suppression list. */
export type Barrier = 'replies' | 'suppressed'

/** The barrier of a conversation whose window is open or not; null when there is none. */
export const barrierOf = (
  detail: Pick<ConversationDetail, 'suppressed'> | undefined,
  windowOpen: boolean,
): Barrier | null => {
  if (!detail || detail.suppressed === 'no') return null
  return detail.suppressed === 'replies' && windowOpen ? 'replies' : 'suppressed'
}
