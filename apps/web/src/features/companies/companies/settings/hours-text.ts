import type { WeeklyInterval } from '@recado/contracts/companies/business-hours'
import { weekdays } from '#web/lib/i18n/dates.ts'
import { timeText } from '#web/lib/i18n/time-text.ts'

/** Names of weekdays in a language; 0 is Sunday, as 4 January 1970 was. */
export const weekdayName = (weekday: number, language: string, style: 'long' | 'short'): string =>
  new Intl.DateTimeFormat(language, { weekday: style, timeZone: 'UTC' }).format(
    new Date(Date.UTC(1970, 0, 4 + weekday)),
  )

const allDay = (language: string): string => new Intl.NumberFormat(language, { style: 'unit', unit: 'hour' }).format(24)

/** `9 AM` for `9:00 AM`. */
const brief = (time: string, language: string): string => timeText(time, language).replace(/:00(?= [AP]M)/, '')

/** A week in words; days that follow one another with the same times are said once, e.g. `Mon–Fri 9:00–18:00`. */
export const weekText = (weekly: readonly WeeklyInterval[], language: string): string => {
  const timesOf = (weekday: number): string =>
    weekly
      .filter((interval) => interval.weekday === weekday)
      .toSorted((a, b) => a.from.localeCompare(b.from))
      .map(({ from, to }) =>
        from === '00:00' && to === '24:00' ? allDay(language) : `${brief(from, language)}–${brief(to, language)}`,
      )
      .join(', ')
  const spans: { first: number; last: number; times: string }[] = []
  for (const weekday of weekdays()) {
    const times = timesOf(weekday)
    const before = spans.at(-1)
    if (before?.times === times) before.last = weekday
    else spans.push({ first: weekday, last: weekday, times })
  }
  const name = (weekday: number) => weekdayName(weekday, language, 'short')
  return spans
    .filter(({ times }) => times !== '')
    .map(({ first, last, times }) => `${first === last ? name(first) : `${name(first)}–${name(last)}`} ${times}`)
    .join(' · ')
}
