/** What automations can answer. */
export const automationErrors = {
  /** Something keeps the draft from being published: `{findings}` names it. */
  automation_not_ready: 422,
  /** It is not active, or does not take this contact now: `{reason}` says why. */
  automation_not_started: 409,
} as const
