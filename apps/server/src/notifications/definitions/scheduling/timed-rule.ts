import type { TimedRule, TimeUnit } from '@recado/contracts/notifications/domain'
import rrule, { type Options } from 'rrule'
import { fromWallClock, knownTimezone, toWallClock } from '#server/lib/zone.ts'

const { RRule } = rrule
const day = 86_400_000
const weekDays = {
  monday: RRule.MO,
  tuesday: RRule.TU,
  wednesday: RRule.WE,
  thursday: RRule.TH,
  friday: RRule.FR,
  saturday: RRule.SA,
  sunday: RRule.SU,
}
const workDays = [RRule.MO, RRule.TU, RRule.WE, RRule.TH, RRule.FR]

type Repetition = { amount: number; unit: TimeUnit; rule: TimedRule }
type Clock = { now: Date; timezone: string }

const readTime = (atTime: string) => atTime.split(':').map(Number)

const atTimeOn = (date: Date, atTime: string) => {
  const [hour = 0, minute = 0, second = 0] = readTime(atTime)
  return new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate(), hour, minute, second))
}

const nextStep = ({ amount, unit, rule: { atTime } }: Repetition, { now, timezone }: Clock): Date => {
  const step = amount * (unit === 'minutes' ? 60_000 : 3_600_000)
  if (atTime === undefined) return new Date(now.getTime() + step)
  const today = atTimeOn(toWallClock(now, timezone), atTime)
  const atTimeAfter = (days: number) => fromWallClock(new Date(today.getTime() + days * day), timezone).getTime()
  const since = atTimeAfter(0) <= now.getTime() ? 0 : -1
  const start = atTimeAfter(since)
  const next = start + (Math.floor((now.getTime() - start) / step) + 1) * step
  return new Date(day % step === 0 ? Math.min(next, atTimeAfter(since + 1)) : next)
}

const longest = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

/** Whether a month so long is ever met. Without it a rule that cannot come is looked for until the year 9999. */
const meetsMonthOf = (days: number, amount: number, today: Date) =>
  longest.some((_days, turn) => (longest[(today.getUTCMonth() + turn * amount) % 12] ?? 0) >= days)

const monthlyDays = (rule: TimedRule, amount: number, today: Date) => {
  const { monthlyType, monthDays = [], ordinal, ordinalValue } = rule
  if (monthlyType !== 'on') {
    if (monthDays.length > 0)
      return meetsMonthOf(Math.min(...monthDays), amount, today) ? { bymonthday: monthDays } : null
    const date = today.getUTCDate()
    return { bymonthday: [28, 29, 30, date].filter((candidate) => candidate <= date), bysetpos: -1 }
  }
  if (ordinal === undefined || ordinalValue === undefined) return null
  const position = ordinal === 'last' ? -1 : Number(ordinal)
  if (ordinalValue === 'day') return { bymonthday: position }
  if (ordinalValue === 'weekday') return { byweekday: workDays, bysetpos: position }
  if (ordinalValue === 'weekend') return { byweekday: [RRule.SA, RRule.SU], bysetpos: position }
  return { byweekday: weekDays[ordinalValue].nth(position) }
}

const calendarRule = ({ amount, unit, rule }: Repetition, today: Date): Partial<Options> | null => {
  if (unit === 'days') return { freq: RRule.DAILY }
  if (unit === 'weeks') {
    const chosen = rule.weekDays ?? []
    return { freq: RRule.WEEKLY, ...(chosen.length > 0 ? { byweekday: chosen.map((name) => weekDays[name]) } : {}) }
  }
  const days = monthlyDays(rule, amount, today)
  return days && { freq: RRule.MONTHLY, ...days }
}

const nextOnCalendar = (repetition: Repetition, { now, timezone }: Clock): Date | null => {
  const wall = toWallClock(now, timezone)
  const rule = calendarRule(repetition, wall)
  if (!rule) return null
  const { amount } = repetition
  const [hour = 0, minute = 0, second = 0] = readTime(repetition.rule.atTime ?? wall.toISOString().slice(11, 19))
  const today = atTimeOn(wall, '00:00')
  const recurrence = new RRule(
    {
      ...rule,
      interval: amount,
      dtstart: today,
      byhour: hour,
      byminute: minute,
      bysecond: second,
    },
    true,
  )
  let occurrence = recurrence.after(today)
  while (occurrence) {
    const instant = fromWallClock(occurrence, timezone)
    if (instant > now) return instant
    occurrence = recurrence.after(occurrence)
  }
  return null
}

/**
 * The next moment of a calendar rule that is later than now, or null when there is none. Periods are counted from the
 * one that now is in. With minutes and hours `atTime` is where they are counted from.
 */
export const nextOccurrence = (repetition: Repetition, { now, timezone }: Clock): Date | null => {
  const clock = { now, timezone: knownTimezone(timezone) }
  const { unit } = repetition
  if (unit === 'seconds') return null
  return unit === 'minutes' || unit === 'hours' ? nextStep(repetition, clock) : nextOnCalendar(repetition, clock)
}
