import type { CalendarEntry } from '@recado/contracts/campaigns/calendar'
import { wallText } from '#web/lib/i18n/wall-time.ts'

const DAY_MS = 86_400_000

const dateOf = (day: string): Date => new Date(`${day}T00:00:00Z`)
const textOf = (date: Date): string => date.toISOString().slice(0, 10)

/** A day so many days later, `YYYY-MM-DD`. */
export const addDays = (day: string, days: number): string => textOf(new Date(dateOf(day).getTime() + days * DAY_MS))

/** The first day of a month so many months later. */
export const addMonths = (day: string, months: number): string => {
  const date = dateOf(day)
  return textOf(new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months, 1)))
}

/** The seven days of the week that a day is in; weeks begin with `firstDay`, 0 is Sunday. */
export const weekOf = (day: string, firstDay: number): string[] => {
  const before = (dateOf(day).getUTCDay() - firstDay + 7) % 7
  return [0, 1, 2, 3, 4, 5, 6].map((place) => addDays(day, place - before))
}

/** The weeks that the month of a day has a part in. */
export const weeksOfMonth = (day: string, firstDay: number): string[][] => {
  const next = addMonths(day, 1)
  const weeks = [weekOf(addMonths(day, 0), firstDay)]
  for (;;) {
    const start = addDays(weeks.at(-1)?.[0] ?? next, 7)
    if (start >= next) return weeks
    weeks.push(weekOf(start, firstDay))
  }
}

/** The days of the month that a day is in. */
export const daysOfMonth = (day: string): string[] =>
  weeksOfMonth(day, 1)
    .flat()
    .filter((one) => one.slice(0, 7) === day.slice(0, 7))

/** A campaign on one of its days; `continues`: it began on an earlier one. */
export type DayEntry = CalendarEntry & { continues: boolean }

/** What is on each of some days, in the order of the start. Days are those of a time zone. */
export const entriesByDay = (
  entries: readonly CalendarEntry[],
  days: readonly string[],
  timezone: string,
): Map<string, DayEntry[]> => {
  const byDay = new Map<string, DayEntry[]>(days.map((day) => [day, []]))
  for (const entry of entries) {
    const [first, last] = [entry.startsAt, entry.endsAt].map((at) => wallText(Date.parse(at), timezone).slice(0, 10))
    for (const day of days)
      if (first && last && day >= first && day <= last) byDay.get(day)?.push({ ...entry, continues: day !== first })
  }
  return byDay
}
