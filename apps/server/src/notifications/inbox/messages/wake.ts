import type { Deps } from '#server/context.ts'
import { publishReceived } from '#server/notifications/shared/inbox-changes.ts'
import { wakeMessages } from './queries/messages.ts'

const BATCH = 500

/**
 * Brings back what was put off until now, in every environment, and tells the inboxes; answers how many messages came.
 * Processes that do it at the same time share them.
 */
export const wakeSnoozed = async (deps: Deps): Promise<number> => {
  const woken = await wakeMessages(deps.database.pool, deps.now(), BATCH)
  publishReceived(deps, woken)
  return woken.length
}
