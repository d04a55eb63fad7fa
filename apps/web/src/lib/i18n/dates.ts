import type { PersonPreferences } from '@recado/contracts/identity/preferences'
import { firstDays } from '@recado/contracts/product-notifications/preference-names'
import { clockWriter, dateTimeWriter, dayWriter, hoursAs } from '@recado/contracts/shared/date-text'

const steps: readonly [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
  ['second', 1],
]

/** A user's date format and time zone. */
export type Reading = Pick<PersonPreferences, 'dateFormat' | 'timeFormat' | 'firstDay'> & {
  timeZone?: string | undefined
}

const usual: Reading = { dateFormat: 'auto', timeFormat: 'auto', firstDay: 'monday' }
let own = usual

/** Says how the signed-in person reads dates; without it as their language writes them, in the browser's time zone. */
export const readDatesAs = (reading: Reading | undefined): void => {
  own = reading ?? usual
}

const readingOf = (language: string, timeZone: string | undefined) => ({
  ...own,
  language,
  timeZone: timeZone ?? (own.timeZone || undefined),
})

/** An instant relative to now in words of the language, in seconds up to years, e.g. `3 minutes ago`. */
export const relativeTime = (instant: string | Date, language: string, now = Date.now()): string => {
  const seconds = Math.round((new Date(instant).getTime() - now) / 1000)
  const [unit, size] = steps.find(([, length]) => Math.abs(seconds) >= length) ?? ['second', 1]
  return new Intl.RelativeTimeFormat(language, { numeric: 'auto' }).format(Math.trunc(seconds / size), unit)
}

/** Date and time as the person reads them, in a time zone, the person's when none is given. */
export const dateTime = (instant: string | Date, language: string, timeZone?: string): string =>
  dateTimeWriter(readingOf(language, timeZone), 'medium', 'short')(instant)

/** Calendar day as the person reads it. */
export const day = (instant: string | Date, language: string, timeZone?: string): string =>
  dayWriter(readingOf(language, timeZone), 'medium')(instant)

/** What writes many dates as the person reads them. */
export const datesIn = (language: string, timeZone?: string) => {
  const reading = readingOf(language, timeZone)
  return {
    /** `14:05` */
    clock: clockWriter(reading, 'short'),
    /** With seconds. */
    exactClock: clockWriter(reading, 'medium'),
    long: dayWriter(reading, 'long'),
    brief: dayWriter(reading, 'short'),
    full: dateTimeWriter(reading, 'medium', 'short'),
  }
}

/** What makes `Intl` write hours as the person reads them. */
export const ownHours = (): Intl.DateTimeFormatOptions => hoursAs(own.timeFormat)

/** An hour of the day as a range, e.g. `14:00–14:59`. */
export const hourSpan = (hour: number): string => {
  const digits = String(hour).padStart(2, '0')
  return `${digits}:00–${digits}:59`
}

/** The days of a week in the order in which the person reads them; 0 is Sunday. */
export const weekdays = (): number[] => [0, 1, 2, 3, 4, 5, 6].map((place) => (place + firstDays[own.firstDay]) % 7)

/** The order in which the person reads day, month and year in digits. */
export const dayOrder = (language: string): 'dmy' | 'mdy' | 'ymd' => {
  if (own.dateFormat !== 'auto') return own.dateFormat
  return language.startsWith('pt') ? 'dmy' : 'mdy'
}
