import type { EventRow } from './queries/events.ts'

/** Recipients that are worked on in one statement. */
export const CHUNK = 500

/** Whether an event is for more than a handful of named people. */
export const isLarge = ({ kind, recipients }: Pick<EventRow, 'kind' | 'recipients'>): boolean =>
  kind === 'broadcast' || recipients.length > CHUNK || recipients.some((one) => 'topicKey' in one)

const MAX_COPIED_BYTES = 64 * 1024
const sizes = new WeakMap<object, boolean>()

const isHeavy = (payload: Record<string, unknown>): boolean => {
  const known = sizes.get(payload) ?? JSON.stringify(payload).length > MAX_COPIED_BYTES
  sizes.set(payload, known)
  return known
}

/** What each message of an event keeps of the payload: all of it, but nothing of a heavy one that goes to many. */
export const copiedPayload = (event: EventRow): Record<string, unknown> =>
  isLarge(event) && isHeavy(event.payload) ? {} : event.payload
