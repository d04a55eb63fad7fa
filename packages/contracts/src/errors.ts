import { z } from 'zod'
import { jsonObject } from './shared.ts'

/** Every stable error code and the HTTP status it answers with. Texts live in the locales, under `errors:<code>`. */
export const errorStatus = {
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
  last_admin: 409,
  confirmation_required: 409,
  company_limit: 409,
  limit_reached: 409,
  quota_exceeded: 429,
  storage_quota_exceeded: 507,
  password_wrong: 422,
  password_weak: 422,
  code_wrong: 422,
  token_invalid: 410,
  invitation_other_account: 403,
  verification_cooldown: 429,
  file_type_refused: 422,
  file_too_large: 413,
  export_too_complex: 413,
  notification_step_invalid: 422,
  notification_workflow_empty: 409,
  notification_workflow_bound: 409,
  notification_workflow_protected: 409,
  notification_payload_incomplete: 422,
  notification_integration_invalid: 422,
  channel_taken: 409,
  channel_token_invalid: 422,
  channel_scopes_missing: 422,
  channel_ids_mismatch: 422,
  channel_not_sendable: 409,
  channel_busy: 409,
  channel_traffic_waiting: 409,
  channel_own_app: 409,
  channel_target_barred: 409,
  signup_not_ready: 409,
  window_closed: 422,
  opted_out: 422,
  sending_paused: 409,
  template_not_sendable: 422,
  template_parameters_invalid: 422,
  template_invalid: 422,
  template_edit_limit: 409,
  template_name_locked: 409,
  template_category_fixed: 409,
  message_not_resendable: 409,
  reaction_target_missing: 422,
  company_suspended: 403,
  company_barred: 403,
  terms_pending: 403,
  impersonation_view_only: 403,
  not_while_impersonating: 403,
  target_admin: 403,
  target_suspended: 409,
  consent_required: 403,
  self_refused: 409,
  sign_in_again: 403,
  own_two_factor_required: 409,
  approval_required: 409,
  two_admins_required: 409,
} as const satisfies Record<string, number>

export type ErrorCode = keyof typeof errorStatus
export const errorCodes = Object.keys(errorStatus) as [ErrorCode, ...ErrorCode[]]

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
