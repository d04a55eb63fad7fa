import { useTranslation } from 'react-i18next'
import { ownHours } from '#web/lib/i18n/dates.ts'
import { useSignedIn } from '#web/lib/session/session.ts'

/** A moment to come in few words, in the person's time zone: weekday and time within six days, else with the date. */
export const useComing = (): ((instant: string) => string) => {
  const { i18n } = useTranslation()
  const { user } = useSignedIn()
  const zone = user.timezone ? { timeZone: user.timezone } : {}
  const locale = i18n.language === 'pt' ? 'pt-BR' : i18n.language
  const clock = { hour: '2-digit', minute: '2-digit', ...ownHours() } as const
  const near = new Intl.DateTimeFormat(locale, { weekday: 'short', ...clock, ...zone })
  const far = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', ...clock, ...zone })
  return (instant) => (Date.parse(instant) - Date.now() < 6 * 86_400_000 ? near : far).format(new Date(instant))
}
