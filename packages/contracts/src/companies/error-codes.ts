/** What companies and their members can answer. */
export const companiesErrors = {
  last_admin: 409,
  company_limit: 409,
  company_suspended: 403,
  company_barred: 403,
  invitation_other_account: 403,
  confirmation_required: 409,
} as const
