import type { RiskRule } from '@recado/contracts/campaigns/risks'
import type { SettingsOf } from '@recado/contracts/shared/settings'

/** What is known of a campaign and its company at the launch. */
export type LaunchFacts = {
  recipients: number
  /** Campaigns of the company that were launched before. */
  campaigns: number
  companyDays: number
  /** Numbers that came with the campaign, or by imports that say nothing about consent into one of its lists. */
  withoutSource: number
}

type Evidence = Record<string, number>
type Rule = { rule: RiskRule; sees: (facts: LaunchFacts, limits: SettingsOf<'campaigns'>) => Evidence | null }

/** A company is new for so long. */
const NEW_DAYS = 30

/** What makes a launch risky, and what each rule saw of it. */
export const launchRules: readonly Rule[] = [
  {
    rule: 'first_campaign',
    sees: ({ campaigns, companyDays, recipients }) =>
      campaigns === 0 && companyDays < NEW_DAYS ? { days: companyDays, recipients } : null,
  },
  {
    rule: 'many_recipients',
    sees: ({ recipients }, { manyRecipients }) =>
      recipients > manyRecipients ? { recipients, limit: manyRecipients } : null,
  },
  {
    rule: 'no_consent_source',
    sees: ({ withoutSource }) => (withoutSource > 0 ? { contacts: withoutSource } : null),
  },
]

/** A share of failures says nothing before so many messages have left. */
export const LEAST_MESSAGES = 50
