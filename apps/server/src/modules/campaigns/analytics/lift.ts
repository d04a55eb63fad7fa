import type { CampaignAnalytics } from '@recado/contracts/campaigns/analytics'
import { chanceOf, differenceOf, rateOf, type Share } from '#server/lib/statistics.ts'

type Lift = Omit<NonNullable<CampaignAnalytics['lift']>, 'wrote'>

/** How much more often those did something to whom it was sent than those left out at random; null while too few did. */
export const liftBetween = (sent: Share, holdout: Share): Lift | null => {
  if (chanceOf(sent, holdout) === null) return null
  const [rate, sentRate] = [rateOf(holdout.some, holdout.all), rateOf(sent.some, sent.all)]
  return { holdout: holdout.all, rate, sentRate, difference: differenceOf(sentRate, rate) }
}
