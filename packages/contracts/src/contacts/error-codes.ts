/** What contacts can answer. */
export const contactsErrors = {
  contact_suppressed: 422,
  contact_blocked: 422,
  contact_in_bin: 409,
  filter_too_slow: 422,
  consent_stopped_by_person: 409,
  contact_on_legal_hold: 409,
  /** Segments or saved views ask for it: `{names}` are theirs. */
  in_use: 409,
} as const
