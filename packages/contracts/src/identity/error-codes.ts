/** What signing in, accounts and acting as someone else can answer. */
export const identityErrors = {
  password_wrong: 422,
  password_weak: 422,
  code_wrong: 422,
  token_invalid: 410,
  verification_cooldown: 429,
  sign_in_again: 403,
  terms_pending: 403,
  impersonation_view_only: 403,
  not_while_impersonating: 403,
  consent_required: 403,
  target_admin: 403,
  target_suspended: 409,
  self_refused: 409,
} as const
