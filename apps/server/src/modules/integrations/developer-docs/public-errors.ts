import { type ErrorCode, errorStatus } from '@recado/contracts'
import { contractEndpoints } from '#server/http/contract-endpoints.ts'

/** What any call with a key can be answered. */
const ofAnyCall = [
  ...(['validation_failed', 'malformed_request', 'unauthenticated', 'forbidden', 'access_block_required'] as const),
  ...(['scope_required', 'address_refused', 'not_found', 'request_timeout', 'payload_too_large'] as const),
  ...(['unsupported_media_type', 'rate_limited', 'quota_exceeded', 'internal', 'maintenance', 'storage_full'] as const),
  ...(['company_suspended', 'idempotency_key_long', 'idempotency_running', 'idempotency_mismatch'] as const),
] as const satisfies readonly ErrorCode[]

const own = contractEndpoints.flatMap(({ endpoint }) => (endpoint.scope ? (endpoint.errors ?? []) : []))

/** Every error code that the public API can answer, those of all calls first. */
export const publicErrors: readonly { code: ErrorCode; status: number }[] = [...new Set([...ofAnyCall, ...own])].map(
  (code) => ({ code, status: errorStatus[code] }),
)
