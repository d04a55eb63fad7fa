/** What messages can answer. */
export const inboxErrors = {
  window_closed: 422,
  message_not_resendable: 409,
  reaction_target_missing: 422,
} as const
