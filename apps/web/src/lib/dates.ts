const steps: readonly [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
  ['second', 1],
]

let ownZone: string | undefined

/** Says in which time zone the signed-in person reads dates; without one it is the browser's. */
export const showDatesIn = (timeZone: string | undefined): void => {
  ownZone = timeZone || undefined
}

const zoneOf = (timeZone = ownZone) => (timeZone ? { timeZone } : {})

/** An instant relative to now in words of the language, in seconds up to years, e.g. `3 minutes ago`. */
export const relativeTime = (instant: string | Date, language: string, now = Date.now()): string => {
  const seconds = Math.round((new Date(instant).getTime() - now) / 1000)
  const [unit, size] = steps.find(([, length]) => Math.abs(seconds) >= length) ?? ['second', 1]
  return new Intl.RelativeTimeFormat(language, { numeric: 'auto' }).format(Math.trunc(seconds / size), unit)
}

/** Date and time in words of the language, in a time zone, the reader's when none is given. */
export const dateTime = (instant: string | Date, language: string, timeZone?: string): string =>
  new Intl.DateTimeFormat(language === 'pt' ? 'pt-BR' : language, {
    dateStyle: 'medium',
    timeStyle: 'short',
    ...zoneOf(timeZone),
  }).format(new Date(instant))

/** Calendar day in words of the language. */
export const day = (instant: string | Date, language: string, timeZone?: string): string =>
  new Intl.DateTimeFormat(language === 'pt' ? 'pt-BR' : language, {
    dateStyle: 'medium',
    ...zoneOf(timeZone),
  }).format(new Date(instant))
