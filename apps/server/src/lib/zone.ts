import { tzOffset } from '@date-fns/tz'

const day = 86_400_000

/** Whether there is a time zone of this name. */
export const isTimezone = (name: string): boolean => {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}

/** The zone, or UTC when there is none of this name. */
export const knownTimezone = (name: string): string => (name === 'UTC' || isTimezone(name) ? name : 'UTC')

const offsetAt = (timezone: string, instant: number) => Math.round(tzOffset(timezone, new Date(instant)) * 60_000)

/** What the clocks of a zone show at an instant, in the UTC fields of a date. */
export const toWallClock = (instant: Date, timezone: string): Date =>
  new Date(instant.getTime() + offsetAt(timezone, instant.getTime()))

/**
 * The instant at which the clocks of a zone show this. Of a time that comes twice it is the first; a time that is
 * left out is as far after the leap as it was meant to be after the last moment before it (RFC 5545, 3.3.5).
 */
export const fromWallClock = (wall: Date, timezone: string): Date => {
  const time = wall.getTime()
  const withOffsetOf = (near: number) => new Date(time - offsetAt(timezone, near))
  const [first, second] = [withOffsetOf(time - day), withOffsetOf(time + day)] as const
  const shows = (instant: Date) => toWallClock(instant, timezone).getTime() === time
  return !shows(first) && shows(second) ? second : first
}
