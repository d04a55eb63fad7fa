import { captionLimit, textLimit } from './messages.ts'

/** The message types that can be forwarded. Contact cards need contacts.pii, as for sharing them. */
const forwardableTypes = ['text', 'image', 'video', 'audio', 'document', 'sticker', 'location', 'contacts'] as const

/** Whether messages of a type can be forwarded. */
export const isForwardableType = (type: string): boolean => forwardableTypes.some((one) => one === type)

/** Whether the text of a message fits a forward: received captions may be longer than what can be sent. */
export const fitsForward = (type: string, body: string | null): boolean =>
  (body?.length ?? 0) <= (type === 'text' ? textLimit : captionLimit)
