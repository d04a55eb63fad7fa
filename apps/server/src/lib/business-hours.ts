import type { Holiday, WeeklyInterval } from '@recado/contracts/companies/business-hours'
import { fromWallClock, toWallClock } from './zone.ts'

/** Working hours: times of weekdays in an IANA time zone, without the holidays. */
export type Hours = { timezone: string; weekly: readonly WeeklyInterval[]; holidays: readonly Holiday[] }
/** From an instant up to, not including, another; in milliseconds. */
export type Span = { from: number; to: number }

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
/** Hours that have not begun again by then count as never. */
const LOOK_AHEAD_DAYS = 400

/** The wall clock of a zone at an instant, as if it were UTC. */
const wallClock = (timezone: string, at: number): number => toWallClock(new Date(at), timezone).getTime()
const instantOf = (timezone: string, wall: number): number => fromWallClock(new Date(wall), timezone).getTime()

const minutesOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5))

const spansOfDay = ({ timezone, weekly, holidays }: Hours, day: number): Span[] => {
  const date = new Date(day)
  const text = date.toISOString().slice(0, 10)
  if (holidays.some((holiday) => holiday.date === text || holiday.date === text.slice(5))) return []
  return weekly
    .filter(({ weekday }) => weekday === date.getUTCDay())
    .map(({ from, to }) => ({
      from: instantOf(timezone, day + minutesOf(from) * MINUTE),
      to: instantOf(timezone, day + minutesOf(to) * MINUTE),
    }))
    .filter(({ from, to }) => from < to)
    .sort((a, b) => a.from - b.from)
}

/** Spans of work that end after an instant, in order; those that meet or overlap are one. */
function* spansAfter(hours: Hours, at: number): Generator<Span> {
  const today = Math.floor(wallClock(hours.timezone, at) / DAY) * DAY
  let open: Span | null = null
  for (let n = -1; n <= LOOK_AHEAD_DAYS && hours.weekly.length > 0; n++) {
    for (const span of spansOfDay(hours, today + n * DAY)) {
      if (open && span.from <= open.to) open.to = Math.max(open.to, span.to)
      else {
        if (open && open.to > at) yield open
        open = span
      }
    }
  }
  if (open && open.to > at) yield open
}

/** Whether an instant is within working hours; null means around the clock. */
export const isOpen = (hours: Hours | null, at: Date): boolean => {
  if (hours === null) return true
  const [first] = spansAfter(hours, at.getTime())
  return first !== undefined && first.from <= at.getTime()
}

/** When the work under way ends; null when there is none. */
export const openUntil = (hours: Hours, at: Date): Date | null => {
  const [first] = spansAfter(hours, at.getTime())
  return first && first.from <= at.getTime() ? new Date(first.to) : null
}

/** The day of a zone that an instant belongs to. */
export const dayAround = (timezone: string, at: Date): { from: Date; to: Date } => {
  const day = Math.floor(wallClock(timezone, at.getTime()) / DAY) * DAY
  return { from: new Date(instantOf(timezone, day)), to: new Date(instantOf(timezone, day + DAY)) }
}

/** The first instant of the month of a zone that an instant belongs to. */
export const monthStart = (timezone: string, at: Date): Date => {
  const wall = new Date(wallClock(timezone, at.getTime()))
  return new Date(instantOf(timezone, Date.UTC(wall.getUTCFullYear(), wall.getUTCMonth(), 1)))
}

/** When work goes on: the instant itself while it does; null when it does not within 400 days. */
export const nextOpening = (hours: Hours | null, at: Date): Date | null => {
  if (hours === null) return at
  const [first] = spansAfter(hours, at.getTime())
  return first ? new Date(Math.max(first.from, at.getTime())) : null
}

/** The instant at which so much time has been worked since another; null when that never comes. */
export const addWorkingTime = (hours: Hours | null, from: Date, milliseconds: number): Date | null => {
  if (hours === null) return new Date(from.getTime() + milliseconds)
  let left = milliseconds
  let looked = from.getTime()
  for (const end = looked + LOOK_AHEAD_DAYS * 10 * DAY; looked < end; ) {
    const before = looked
    for (const span of spansAfter(hours, looked)) {
      const start = Math.max(span.from, looked)
      if (start + left <= span.to) return new Date(start + left)
      left -= span.to - start
      looked = span.to
    }
    if (looked === before) return null
  }
  return null
}

export const addWorkingMinutes = (hours: Hours | null, from: Date, minutes: number): Date | null =>
  addWorkingTime(hours, from, minutes * MINUTE)

/** Milliseconds worked between two instants; 0 when the second is not later. */
export const workingTimeBetween = (hours: Hours | null, from: Date, to: Date): number => {
  const [start, end] = [from.getTime(), to.getTime()]
  if (end <= start) return 0
  if (hours === null) return end - start
  let sum = 0
  for (const span of spansAfter(hours, start)) {
    if (span.from >= end) break
    sum += Math.min(span.to, end) - Math.max(span.from, start)
  }
  return sum
}
