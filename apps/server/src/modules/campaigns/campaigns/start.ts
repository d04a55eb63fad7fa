import type { CampaignStart } from '@recado/contracts/campaigns/schedule'
import { fromWallClock, knownTimezone } from '#server/lib/zone.ts'

/** When a campaign begins that is launched now; of one that begins by the clock of each, when the first of them can. */
export const startOf = (start: CampaignStart, now: Date): Date => {
  if (start.kind === 'now') return now
  return fromWallClock(
    new Date(`${start.at}Z`),
    start.kind === 'local' ? 'Pacific/Kiritimati' : knownTimezone(start.timezone),
  )
}
