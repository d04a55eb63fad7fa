import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { type Session, useSignedIn } from '#web/lib/session/session.ts'
import { datesIn } from './dates.ts'

const tag = (language: string): string => (language === 'pt' ? 'pt-BR' : language)
const dayLength = 86_400_000

export type Times = {
  timeZone: string | undefined
  /** `14:05` */
  clock: (instant: string) => string
  /** `Today`, `Yesterday`, a weekday within the last six days, else the date. */
  day: (instant: string) => string
  /** For lists: the time today, else the day in short. */
  short: (instant: string) => string
  full: (instant: string) => string
  /** `March 2026` */
  month: (instant: string) => string
}

const made = new Map<string, Times>()

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

const makeTimes = (language: string, zone: string | undefined): Times => {
  const locale = tag(language)
  const timeZone = zone ? { timeZone: zone } : {}
  const { clock, long, brief, full } = datesIn(language, zone)
  const key = new Intl.DateTimeFormat('en-CA', { dateStyle: 'short', ...timeZone })
  const weekday = new Intl.DateTimeFormat(locale, { weekday: 'long', ...timeZone })
  const month = new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric', ...timeZone })
  const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' })
  const daysAgo = (instant: string): number =>
    Math.round((Date.parse(key.format(new Date())) - Date.parse(key.format(new Date(instant)))) / dayLength)
  const named = (instant: string, other: (instant: string) => string): string => {
    const days = daysAgo(instant)
    if (days === 0 || days === 1) return capital(relative.format(-days, 'day'))
    return days > 1 && days < 7 ? capital(weekday.format(new Date(instant))) : other(instant)
  }
  return {
    timeZone: zone,
    clock,
    day: (instant) => named(instant, long),
    short: (instant) => (daysAgo(instant) === 0 ? clock(instant) : named(instant, brief)),
    full,
    month: (instant) => capital(month.format(new Date(instant))),
  }
}

type Own = Pick<Session['user'], 'timezone' | 'preferences'>

const timesFor = (language: string, { timezone, preferences }: Own): Times => {
  const zone = timezone || undefined
  const key = [language, zone, preferences.dateFormat, preferences.timeFormat].join(' ')
  const known = made.get(key)
  if (known) return known
  let times: Times
  try {
    times = makeTimes(language, zone)
  } catch {
    times = makeTimes(language, undefined)
  }
  made.set(key, times)
  return times
}

/** Times as the reader wants them: in words of their language, in their time zone. */
export const useTimes = (): Times => {
  const { i18n } = useTranslation()
  const { user } = useSignedIn()
  return useMemo(() => timesFor(i18n.language, user), [i18n.language, user])
}
