import type { MessageContent } from './webhook-types.ts'

/** Length of the customer service window in milliseconds (reference §7). */
const windowMs = 24 * 60 * 60 * 1000

/**
 * Whether an inbound message opens the window: anything that the user wrote, sent or chose. Not stated by Meta for a bare
 * reaction, so it does not; system notices and deletions do not either. History and echoes never do.
 */
export const opensWindow = (content: MessageContent): boolean =>
  content.kind !== 'reaction' && content.kind !== 'system' && content.kind !== 'revoke'

/** When the window closes that a message of this instant opens. Counted from the message, not from its arrival. */
export const windowEnd = (messageAt: Date): Date => new Date(messageAt.getTime() + windowMs)

/** Whether free-form messages may be sent at `now` to a customer whose last message was at `lastInboundAt`. */
export const isWindowOpen = (lastInboundAt: Date | null, now: Date): boolean =>
  lastInboundAt !== null && now.getTime() < lastInboundAt.getTime() + windowMs
