import type { PersonPreferences } from '../identity/preferences.ts'

type Reading = Pick<PersonPreferences, 'dateFormat' | 'timeFormat'> & {
  language: string
  /** IANA zone; without one that of the machine. */
  timeZone?: string | undefined
}

/** Languages that write dates in digits in an order. */
const orders = { dmy: 'en-GB', mdy: 'en-US', ymd: 'sv' } as const
const digits = { day: '2-digit', month: '2-digit', year: 'numeric' } as const

/** The language as Intl knows it, e.g. `pt-BR`. */
export const languageTag = (language: string): string => (language === 'pt' ? 'pt-BR' : language)

/** What makes Intl write hours as someone reads them; nothing where their language decides. */
export const hoursAs = (timeFormat: Reading['timeFormat']): Intl.DateTimeFormatOptions =>
  timeFormat === 'auto' ? {} : { hourCycle: timeFormat }

/** Writes an instant. */
export type Writer = (instant: string | Date) => string

/** Writes days, as long as `style` says where the language decides. */
export const dayWriter = ({ language, timeZone, dateFormat }: Reading, style: 'short' | 'medium' | 'long'): Writer => {
  const zone = timeZone ? { timeZone } : {}
  const format =
    dateFormat === 'auto'
      ? new Intl.DateTimeFormat(languageTag(language), { dateStyle: style, ...zone })
      : new Intl.DateTimeFormat(orders[dateFormat], { ...digits, ...zone })
  return (instant) => format.format(new Date(instant))
}

/** Writes times of day; with `medium` the seconds too. */
export const clockWriter = ({ language, timeZone, timeFormat }: Reading, style: 'short' | 'medium'): Writer => {
  const zone = timeZone ? { timeZone } : {}
  const hours = hoursAs(timeFormat)
  const format = new Intl.DateTimeFormat(languageTag(language), { timeStyle: style, ...hours, ...zone })
  return (instant) => format.format(new Date(instant))
}

/** Writes day and time of day. */
export const dateTimeWriter = (
  reading: Reading,
  dateStyle: 'short' | 'medium',
  timeStyle: 'short' | 'medium',
): Writer => {
  const { language, timeZone, dateFormat, timeFormat } = reading
  if (dateFormat !== 'auto') {
    const [day, clock] = [dayWriter(reading, dateStyle), clockWriter(reading, timeStyle)]
    return (instant) => `${day(instant)}, ${clock(instant)}`
  }
  const zone = timeZone ? { timeZone } : {}
  const format = new Intl.DateTimeFormat(languageTag(language), {
    ...{ dateStyle, timeStyle },
    ...hoursAs(timeFormat),
    ...zone,
  })
  return (instant) => format.format(new Date(instant))
}
