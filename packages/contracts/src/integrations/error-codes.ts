/** What integrations can answer. */
export const integrationsErrors = {
  /** The API key lacks `{scope}`; null for what no key may do. */
  scope_required: 403,
  /** The API key may not be used from this address. */
  address_refused: 403,
  /** The idempotency key is longer than 255 characters. */
  idempotency_key_long: 422,
  /** A request with this idempotency key still runs. */
  idempotency_running: 409,
  /** Someone gives no key a scope beyond what they may do: `{scopes}`. */
  scope_not_held: 403,
  /** Samples of a system do not come to what is expected: `{failed}` of `{count}`. */
  samples_failing: 422,
} as const
