import { parseDateValue } from '@recado/contracts/shared/date-value'
import { fromWallClock, toWallClock } from '#server/lib/zone.ts'

const day = 86_400_000

/** When a filter is asked, and where its days begin. */
export type Clock = { now: Date; timezone: string }

/** What a date of a filter comes to: the instants of a day, from its first to before its last, or a single one. */
export type Span = { from: Date; until: Date; single: boolean }

const dayText = (wall: Date): string => wall.toISOString().slice(0, 10)

const startOf = (text: string): Date => new Date(`${text}T00:00:00Z`)

/** The calendar day that a date of a filter is, or lies in. */
export const dayOf = (value: string, { now, timezone }: Clock): string => {
  const parsed = parseDateValue(value)
  switch (parsed?.kind) {
    case 'day':
      return parsed.day
    case 'today':
      return dayText(new Date(toWallClock(now, timezone).getTime() + parsed.days * day))
    case 'now':
      return dayText(toWallClock(new Date(now.getTime() + parsed.milliseconds), timezone))
    case 'instant':
      return dayText(toWallClock(parsed.at, timezone))
    default:
      throw new Error(`Not a date: ${value}`)
  }
}

/** The instants that a date of a filter comprises. */
export const spanOf = (value: string, clock: Clock): Span => {
  const parsed = parseDateValue(value)
  if (parsed?.kind === 'instant') return { from: parsed.at, until: parsed.at, single: true }
  if (parsed?.kind === 'now') {
    const at = new Date(clock.now.getTime() + parsed.milliseconds)
    return { from: at, until: at, single: true }
  }
  const wall = startOf(dayOf(value, clock))
  const next = new Date(wall.getTime() + day)
  return { from: fromWallClock(wall, clock.timezone), until: fromWallClock(next, clock.timezone), single: false }
}
