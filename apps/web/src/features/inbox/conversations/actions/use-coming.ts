import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { ownHours } from '#web/lib/i18n/dates.ts'
import { useSignedIn } from '#web/lib/session/session.ts'

type Writer = (instant: string) => string

const writers = new Map<string, Writer>()

const writerFor = (language: string, timeZone: string): Writer => {
  const hours = ownHours()
  const key = [language, timeZone, JSON.stringify(hours)].join(' ')
  const known = writers.get(key)
  if (known) return known
  const zone = timeZone ? { timeZone } : {}
  const locale = language === 'pt' ? 'pt-BR' : language
  const clock = { hour: '2-digit', minute: '2-digit', ...hours } as const
  const near = new Intl.DateTimeFormat(locale, { weekday: 'short', ...clock, ...zone })
  const far = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', ...clock, ...zone })
  const writer: Writer = (instant) =>
    (Date.parse(instant) - Date.now() < 6 * 86_400_000 ? near : far).format(new Date(instant))
  writers.set(key, writer)
  return writer
}

/** A moment to come in few words, in the person's time zone: weekday and time within six days, else with the date. */
export const useComing = (): Writer => {
  const { i18n } = useTranslation()
  const { user } = useSignedIn()
  return useMemo(() => writerFor(i18n.language, user.timezone), [i18n.language, user])
}
