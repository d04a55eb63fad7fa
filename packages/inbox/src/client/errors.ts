/** Why a call failed, in the words of HTTP clients; the last one means that it was given up on purpose. */
export type InboxErrorCode = 'ERR_BAD_REQUEST' | 'ERR_BAD_RESPONSE' | 'ERR_NETWORK' | 'ETIMEDOUT' | 'ERR_CANCELED'

/** A call that did not succeed. `status` and `body` are there when the server answered. */
export class InboxError extends Error {
  override readonly name = 'InboxError'
  readonly code: InboxErrorCode
  readonly status: number | undefined
  readonly body: unknown

  constructor(message: string, code: InboxErrorCode, status?: number, body?: unknown) {
    super(message)
    this.code = code
    this.status = status
    this.body = body
  }
}

export const asError = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)))

const textOf = (body: unknown, status: number): string => {
  const message = typeof body === 'object' && body && 'message' in body ? body.message : undefined
  if (typeof message === 'string') return message
  return Array.isArray(message) ? message.join(', ') : `The server answered ${status}`
}

export const answerError = (status: number, body: unknown): InboxError =>
  new InboxError(textOf(body, status), status < 500 ? 'ERR_BAD_REQUEST' : 'ERR_BAD_RESPONSE', status, body)
