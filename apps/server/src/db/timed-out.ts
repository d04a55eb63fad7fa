import { errorCodeOf } from '#server/lib/error-code.ts'

const CANCELED = '57014'

/** Whether a statement was canceled as it took too long, also where the query builder wraps the error. */
export const isTimedOut = (error: unknown): boolean =>
  errorCodeOf(error) === CANCELED || (error instanceof Error && errorCodeOf(error.cause) === CANCELED)
