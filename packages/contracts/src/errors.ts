import { z } from 'zod'
import { adminErrors } from './admin/error-codes.ts'
import { automationErrors } from './automation/error-codes.ts'
import { campaignsErrors } from './campaigns/error-codes.ts'
import { companiesErrors } from './companies/error-codes.ts'
import { contactsErrors } from './contacts/error-codes.ts'
import { identityErrors } from './identity/error-codes.ts'
import { inboxErrors } from './inbox/error-codes.ts'
import { integrationsErrors } from './integrations/error-codes.ts'
import { keysOf } from './shared/keys.ts'
import { jsonObject } from './shared.ts'
import { whatsappErrors } from './whatsapp/error-codes.ts'

/** What any part of the product can answer. */
const commonErrors = {
  validation_failed: 422,
  malformed_request: 400,
  unauthenticated: 401,
  csrf: 403,
  forbidden: 403,
  access_block_required: 403,
  not_found: 404,
  method_not_allowed: 405,
  request_timeout: 408,
  payload_too_large: 413,
  unsupported_media_type: 415,
  rate_limited: 429,
  internal: 500,
  provider_error: 502,
  maintenance: 503,
  storage_full: 507,
  conflict: 409,
  duplicate: 409,
  state_invalid: 409,
  stale_company: 409,
  idempotency_mismatch: 409,
  limit_reached: 409,
  quota_exceeded: 429,
  storage_quota_exceeded: 507,
  file_type_refused: 422,
  file_too_large: 413,
  export_too_complex: 413,
} as const

/**
 * Every stable error code and the HTTP status it answers with: those of all, and those that domains declare in their
 * `error-codes.ts`. Texts live in the locales, under `errors:<code>`.
 */
export const errorStatus = {
  ...commonErrors,
  ...identityErrors,
  ...companiesErrors,
  ...contactsErrors,
  ...whatsappErrors,
  ...inboxErrors,
  ...automationErrors,
  ...campaignsErrors,
  ...integrationsErrors,
  ...adminErrors,
} as const satisfies Record<string, number>

export type ErrorCode = keyof typeof errorStatus
export const errorCodes = keysOf(errorStatus)

/** What every call of Meta on behalf of a channel can answer. */
export const providerErrors = ['provider_error', 'channel_not_sendable'] as const

/** One field that was refused. `code` is a stable validation code (locales `validation:<code>`), `message` is for developers. */
export const fieldError = z.object({
  path: z.string(),
  code: z.string(),
  message: z.string(),
})

/** Problem document of RFC 9457, with our members. `data` is specific to the code, e.g. `{block}` or `{retryAfter}`. */
export const problem = z.object({
  type: z.string(),
  title: z.string(),
  status: z.number().int(),
  detail: z.string().optional(),
  code: z.enum(errorCodes),
  trace_id: z.string().optional(),
  errors: z.array(fieldError).optional(),
  data: jsonObject.optional(),
})
export type Problem = z.infer<typeof problem>
export type FieldError = z.infer<typeof fieldError>
