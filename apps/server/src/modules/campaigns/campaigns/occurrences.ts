import { isRecurrence, partsOfRule } from '@recado/contracts/campaigns/recurrence'
import type { CampaignStart } from '@recado/contracts/campaigns/schedule'
import rrule from 'rrule'
import { fromWallClock, knownTimezone, toWallClock } from '#server/lib/zone.ts'

const { RRule } = rrule
/** Rules that name days which no month has end there. */
const HORIZON_YEARS = 5

type Recurring = Extract<CampaignStart, { kind: 'recurring' }>

const clockOf = (at: string) => new Date(`${at}Z`)

/** The end of a rule as clocks of its zone show it: a day is part of it, and what ends with Z is in UTC. */
const untilOf = (text: string, timezone: string): Date => {
  const [date, time = '235959'] = text.replace('Z', '').split('T')
  const iso = `${date}T${time}`.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)$/, '$1-$2-$3T$4:$5:$6Z')
  return text.endsWith('Z') ? toWallClock(new Date(iso), timezone) : new Date(iso)
}

const ruleOf = ({ rule, at }: Recurring, timezone: string, after: Date) => {
  const { until: _, ...options } = RRule.parseString(rule)
  const until = partsOfRule(rule).get('UNTIL')
  const dtstart = clockOf(at)
  const last = new Date(Math.max(after.getTime(), dtstart.getTime()))
  last.setUTCFullYear(last.getUTCFullYear() + HORIZON_YEARS)
  const end = until === undefined ? last : untilOf(until, timezone)
  return new RRule({ ...options, dtstart, until: end < last ? end : last }, true)
}

/**
 * Calls for each time after an instant at which a campaign repeats, first to last, until it is answered no. Each is at the
 * clock of the series; of a time that the clocks leave out or show twice, see `fromWallClock`.
 */
const walk = (start: Recurring, after: Date, takes: (occurrence: Date) => boolean): void => {
  if (!isRecurrence(start.rule) || Number.isNaN(clockOf(start.at).getTime())) return
  const timezone = knownTimezone(start.timezone)
  ruleOf(start, timezone, after).all((wall) => {
    const occurrence = fromWallClock(wall, timezone)
    return occurrence <= after || takes(occurrence)
  })
}

/** The next times after an instant at which a campaign repeats, at most so many. */
export const occurrencesAfter = (start: Recurring, after: Date, limit: number): Date[] => {
  const found: Date[] = []
  walk(start, after, (occurrence) => found.push(occurrence) < limit)
  return found
}

/** The last time at which a campaign repeats from one instant to another, both inclusive; null where there is none. */
export const lastOccurrence = (start: Recurring, from: Date, to: Date): Date | null => {
  let last: Date | null = null
  walk(start, new Date(from.getTime() - 1), (occurrence) => {
    if (occurrence > to) return false
    last = occurrence
    return true
  })
  return last
}
