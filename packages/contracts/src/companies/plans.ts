/** What a company pays for, from the least to the most. */
export const plans = ['free', 'business', 'enterprise', 'unlimited'] as const
export type Plan = (typeof plans)[number]
