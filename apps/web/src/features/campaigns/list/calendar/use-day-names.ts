import { languageTag } from '@recado/contracts/shared/date-text'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'

const dateOf = (day: string): Date => new Date(`${day}T00:00:00Z`)

/** Names of calendar days, `YYYY-MM-DD`, in the reader's language. */
export const useDayNames = () => {
  const { i18n } = useTranslation()
  return useMemo(() => {
    const writer = (options: Intl.DateTimeFormatOptions) =>
      new Intl.DateTimeFormat(languageTag(i18n.language), { ...options, timeZone: 'UTC' })
    const named = (options: Intl.DateTimeFormatOptions) => {
      const format = writer(options)
      return (day: string) => format.format(dateOf(day))
    }
    const span = writer({ day: 'numeric', month: 'short', year: 'numeric' })
    return {
      weekday: named({ weekday: 'short' }),
      longWeekday: named({ weekday: 'long' }),
      full: named({ weekday: 'long', day: 'numeric', month: 'long' }),
      month: named({ month: 'long', year: 'numeric' }),
      span: (from: string, to: string) => span.formatRange(dateOf(from), dateOf(to)),
    }
  }, [i18n.language])
}
