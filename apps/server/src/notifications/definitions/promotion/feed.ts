import { createNotificationId } from '#server/notifications/shared/ids.ts'
import { deleteFeedRow, findFeedByIdentifier, insertFeed } from '../feeds/queries.ts'
import type { Promotion } from './promotion.ts'

/** Feeds are the same when their identifiers are. */
export const promoteFeed = async ({
  child,
  snapshot,
  former,
}: Promotion<{ name: string; identifier: string }>): Promise<void> => {
  if (snapshot) {
    await insertFeed(child, { id: createNotificationId(), ...snapshot })
    return
  }
  const known = former && (await findFeedByIdentifier(child, former.identifier))
  if (known) await deleteFeedRow(child, known.id)
}
