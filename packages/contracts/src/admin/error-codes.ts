/** What the pages of admins can answer. */
export const adminErrors = {
  notification_step_invalid: 422,
  notification_workflow_empty: 409,
  notification_workflow_bound: 409,
  notification_workflow_protected: 409,
  notification_payload_incomplete: 422,
  notification_integration_invalid: 422,
  own_two_factor_required: 409,
  approval_required: 409,
  two_admins_required: 409,
} as const
