import type { ErrorCode } from '@recado/contracts'
import { AppError } from '#server/http/app-error.ts'
import { GraphError } from '#server/lib/whatsapp-cloud/graph-error.ts'
import { JobFailed } from './define.ts'

/** What may be otherwise in a while; every other refusal of ours stays one. */
const passing: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'internal',
  'provider_error',
  'rate_limited',
  'maintenance',
  'storage_full',
  'conflict',
  'channel_busy',
  'channel_traffic_waiting',
  'sending_paused',
])

/** Values that a column does not hold, and rows that are not there: the same is refused again. */
const refusedData = /^(?:22|23502|23503|23514)/

const sqlStateOf = (error: unknown): string => {
  if (!(error instanceof Error)) return ''
  if (error.cause instanceof Error) return sqlStateOf(error.cause)
  return 'code' in error && 'severity' in error ? String(error.code) : ''
}

/** Whether another try can only end with the same error, as when a row is gone or Meta refuses for good. */
export const isHopeless = (error: unknown): boolean => {
  if (error instanceof JobFailed) return true
  if (error instanceof GraphError) return error.rule.policy !== 'retry'
  if (error instanceof AppError) {
    if (error.details.cause instanceof GraphError) return isHopeless(error.details.cause)
    return !passing.has(error.code)
  }
  return refusedData.test(sqlStateOf(error))
}
