import { fullTime, relativeTime } from '../../i18n/relative-time.ts'
import { useTranslations } from '../../react/translations.tsx'
import { useMinute } from './use-minute.ts'

/** How long ago a moment was, kept true while it is on screen; the moment itself shows under the pointer. */
export function RelativeMoment({ date, className }: { date: string; className: string }) {
  useMinute()
  const { lang } = useTranslations()
  return (
    <time className={className} dateTime={date} title={fullTime(date, lang)}>
      {relativeTime(date, lang)}
    </time>
  )
}
