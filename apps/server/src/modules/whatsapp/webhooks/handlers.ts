import type { PoolClient } from 'pg'
import type { Ctx, Deps } from '#server/context.ts'
import type { ResolvedWebhook } from './resolve-webhooks.ts'

/** Names a message as its channel knows it; `messageId` is our own id, where one came back with it. */
export type MessageKey = { companyId: string; channelId: string; wamid: string; messageId: string | null }

/** A message that a batch was the first to tell of, or to tell more of. */
export type News = Pick<MessageKey, 'channelId' | 'wamid'>

/** What a module above does about webhooks; its manifest lists it. */
export type WebhookHandler = {
  /** Which of these messages their channels have: a number may have been moved to another company since they were sent. */
  findKnown?: <K extends MessageKey>(deps: Deps, keys: readonly K[]) => Promise<readonly K[]>
  /**
   * Writes what a batch says, in the transaction that takes it: all of it, or none. `client` is the connection of `tx`,
   * for statements that are written by hand. A batch may come twice.
   */
  record: (tx: Ctx, client: PoolClient, webhooks: readonly ResolvedWebhook[]) => Promise<readonly News[]>
}
