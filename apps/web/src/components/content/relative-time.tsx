import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { dateTime, relativeTime } from '#web/lib/i18n/dates.ts'

const refreshEvery = 30_000

/** How long ago something was, kept up to date; the exact instant is its tooltip. */
export const RelativeTime = ({ value }: { value: string | Date }) => {
  const { i18n } = useTranslation()
  const [, refresh] = useState(0)
  useEffect(() => {
    const timer = setInterval(() => refresh((count) => count + 1), refreshEvery)
    return () => clearInterval(timer)
  }, [])
  return (
    <time
      dateTime={new Date(value).toISOString()}
      title={dateTime(value, i18n.language)}
      style={{ whiteSpace: 'nowrap' }}
    >
      {relativeTime(value, i18n.language)}
    </time>
  )
}
