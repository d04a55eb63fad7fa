import { dateFormat, relativeFormat } from './formats.ts'

type Unit = 'second' | 'minute' | 'hour' | 'day' | 'month' | 'year'

const day = 86_400
const units: readonly [unit: Unit, seconds: number][] = [
  ['year', 365 * day],
  ['month', 30 * day],
  ['day', day],
  ['hour', 3600],
  ['minute', 60],
  ['second', 1],
]

/** How many times the leaf of the calendar turns from one date to another. */
function calendarSteps(unit: 'day' | 'month' | 'year', from: Date, to: Date): number {
  const years = to.getFullYear() - from.getFullYear()
  if (unit === 'year') return years
  if (unit === 'month') return years * 12 + to.getMonth() - from.getMonth()
  // Days of the calendar laid out in UTC are all of one length.
  const midnight = (date: Date) => Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / 1000
  return (midnight(to) - midnight(from)) / day
}

/**
 * How long ago a date was, or how far ahead it is, in words: `5 minutes ago`, `yesterday`, `in 3 hours`. In full where
 * the runtime has no such words of the language.
 * @param date a date, or a text that `Date` reads
 * @param language a BCP 47 tag; English stands in for a language that the inbox does not speak
 * @returns an empty text when the date is not valid
 */
export function relativeTime(date: Date | string, language: string, now: Date = new Date()): string {
  const then = new Date(date)
  const seconds = Math.round((then.getTime() - now.getTime()) / 1000)
  if (Number.isNaN(seconds)) return ''
  const [unit, length] = units.find(([, length]) => Math.abs(seconds) >= length) ?? ['second', 1]
  const passed = Math.trunc(seconds / length)
  const words = (count: number, numeric: 'auto' | 'always') => {
    const format = relativeFormat(language, { numeric })
    return format ? format.format(count, unit) : fullTime(then, language)
  }

  if (unit === 'day') return words(calendarSteps(unit, now, then), 'auto')
  if (unit === 'month' || unit === 'year') {
    // Forty days ago can be the month before last: "last month" would not be true of it.
    return words(passed, passed === calendarSteps(unit, now, then) ? 'auto' : 'always')
  }
  return words(passed, 'auto')
}

/**
 * Date and time in full, in the time zone of the runtime: `Mar 14, 2026, 3:09 PM`.
 * @param date a date, or a text that `Date` reads
 * @param language a BCP 47 tag; English stands in for a language that the inbox does not speak
 * @returns an empty text when the date is not valid
 */
export function fullTime(date: Date | string, language: string): string {
  const then = new Date(date)
  if (Number.isNaN(then.getTime())) return ''
  return dateFormat(language, { dateStyle: 'medium', timeStyle: 'short' }).format(then)
}
