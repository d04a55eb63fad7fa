/** What integrations can answer. */
export const integrationsErrors = {
  /** The API key lacks `{scope}`; null for what no key may do. */
  scope_required: 403,
  /** The API key may not be used from this address. */
  address_refused: 403,
  /** Someone gives no key a scope beyond what they may do: `{scopes}`. */
  scope_not_held: 403,
} as const
