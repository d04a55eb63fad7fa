/** What people may ask (LGPD art. 18, GDPR art. 15 to 21). */
export const privacyRequestKinds = ['access', 'export', 'correction', 'erasure', 'objection', 'revocation'] as const
export type PrivacyRequestKind = (typeof privacyRequestKinds)[number]

export const privacyRequestStates = ['received', 'verified', 'in_progress', 'done', 'refused'] as const
export type PrivacyRequestState = (typeof privacyRequestStates)[number]
