import type { Socket } from 'node:net'

export type OutboundRequest = {
  url: string
  /** `GET` unless said. */
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  headers?: Record<string, string>
  body?: string | Buffer
  /** For everything together, redirects and body included; 10 seconds unless said. */
  timeoutMs?: number
  /** Largest answer that is read; 1 MB unless said. */
  maxBytes?: number
  /** Answers the beginning of an answer that is larger, and reads no more of it. */
  cut?: true
  /** A redirect is the answer, and is not followed. */
  redirects?: false
}
export type OutboundAnswer = {
  status: number
  /** Lower-case names; several values of one name are joined by a comma. */
  headers: Record<string, string>
  body: Buffer
}

/**
 * Calls an address that someone typed. Any status is an answer; everything else throws an `OutboundError`. Redirects
 * are followed three times at most.
 */
export type GuardedRequest = (request: OutboundRequest) => Promise<OutboundAnswer>
/** Opens a connection to a host that someone typed, for protocols other than HTTP. Throws an `OutboundError`. */
export type GuardedConnect = (target: { host: string; port: number; timeoutMs?: number }) => Promise<Socket>

/**
 * - `forbidden`: the address is none that may be called; nothing was sent.
 * - `unreachable`: no connection came about; nothing was sent.
 * - `no_answer`: the call went out, and no whole answer came in time.
 * - `too_large`: an answer came that is larger than allowed.
 */
export type OutboundErrorKind = 'forbidden' | 'unreachable' | 'no_answer' | 'too_large'

export class OutboundError extends Error {
  override name = 'OutboundError'
  readonly kind: OutboundErrorKind
  /** As the system or the HTTP client calls it, for example ECONNREFUSED. */
  readonly code: string | undefined
  constructor(kind: OutboundErrorKind, message: string, options: { code?: string | undefined; cause?: unknown } = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause })
    this.kind = kind
    this.code = options.code
  }
}
