/** Why a person of the platform should look at a campaign. */
export const riskRules = ['first_campaign', 'many_recipients', 'no_consent_source', 'failures'] as const
export type RiskRule = (typeof riskRules)[number]

/** What became of a risk: nobody has looked at it, or what a person decided. */
export const riskStates = ['open', 'approved', 'paused', 'dismissed'] as const
export type RiskState = (typeof riskStates)[number]
