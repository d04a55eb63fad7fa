import { type ErrorCode, errorStatus, type FieldError } from '@recado/contracts'

export type AppErrorDetails = {
  detail?: string
  errors?: FieldError[]
  data?: Record<string, unknown>
  /** Seconds after which another try makes sense; becomes the Retry-After header. */
  retryAfter?: number
  cause?: unknown
}

/** The one error that actions and queries throw. Its code decides the status; texts live in the locales. */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly status: number
  readonly details: AppErrorDetails

  constructor(code: ErrorCode, details: AppErrorDetails = {}) {
    super(details.detail ?? code, details.cause === undefined ? undefined : { cause: details.cause })
    this.name = 'AppError'
    this.code = code
    this.status = errorStatus[code]
    this.details = details
  }
}
