/** What campaigns can answer. */
export const campaignsErrors = {
  /** Something blocks the launch: `{findings}` names it, as the pre-flight does. */
  campaign_not_ready: 422,
  /** Whoever launched a campaign does not approve it. */
  own_approval: 403,
  /** The platform holds the campaign, and it alone lets it go on. */
  campaign_held: 409,
} as const
