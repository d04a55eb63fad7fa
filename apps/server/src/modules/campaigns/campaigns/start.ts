import type { CampaignSchedule, CampaignStart } from '@recado/contracts/campaigns/schedule'
import { fromWallClock, knownTimezone } from '#server/lib/zone.ts'
import { occurrencesAfter } from './occurrences.ts'

/** Whether a campaign is a series: each of its times is a campaign of its own. */
export const isSeries = ({ schedule }: { schedule: Pick<CampaignSchedule, 'start'> }): boolean =>
  schedule.start.kind === 'recurring'

/**
 * When a campaign begins that is launched now; of one that begins by the clock of each, when the first of them can; of a
 * series, its next time, or the first where none is left.
 */
export const startOf = (start: CampaignStart, now: Date): Date => {
  if (start.kind === 'now') return now
  const [next] = start.kind === 'recurring' ? occurrencesAfter(start, now, 1) : []
  return (
    next ??
    fromWallClock(
      new Date(`${start.at}Z`),
      start.kind === 'local' ? 'Pacific/Kiritimati' : knownTimezone(start.timezone),
    )
  )
}

const SHOWN = 5

/** The next times of a series, as far as people are told of them; none of another campaign. */
export const nextTimes = ({ schedule: { start } }: { schedule: Pick<CampaignSchedule, 'start'> }, now: Date): Date[] =>
  start.kind === 'recurring' ? occurrencesAfter(start, now, SHOWN) : []
