import { Select, SimpleGrid } from '@mantine/core'
import type { PreferenceChange } from '@recado/contracts/identity/preferences'
import type { Profile } from '@recado/contracts/identity/users'
import { dateFormats, firstDays, timeFormats } from '@recado/contracts/product-notifications/preference-names'
import { clockWriter, dayWriter } from '@recado/contracts/shared/date-text'
import { keysOf } from '@recado/contracts/shared/keys'
import { useTranslation } from 'react-i18next'
import { useSignedIn } from '#web/lib/session/session.ts'
import { startPages } from '#web/lib/session/start-page.ts'

type Props = { me: Profile; onChange: (change: PreferenceChange) => void }

/** One of the values that a choice offers, whatever the field says. */
const among = <T extends string>(values: readonly T[], value: string | null): T | undefined =>
  values.find((known) => known === value)

const dashboard = '/dashboard'
const weekBeginnings = keysOf(firstDays)

/** How dates and times are written, with which day weeks begin, and which page opens first. */
export const ReadingFields = ({ me, onChange }: Props) => {
  const { t, i18n } = useTranslation(['identity/profile', 'common'])
  const session = useSignedIn()
  const { preferences: own, timezone: timeZone } = me
  const reading = { language: i18n.language, timeZone }
  const now = new Date()
  const dayIn = (dateFormat: (typeof dateFormats)[number]) =>
    dayWriter({ ...reading, dateFormat, timeFormat: 'auto' }, 'medium')(now)
  const timeIn = (timeFormat: (typeof timeFormats)[number]) =>
    clockWriter({ ...reading, dateFormat: 'auto', timeFormat }, 'short')(now)
  const orUsual = (value: string, example: string) =>
    value === 'auto' ? t('preferences.byLanguage', { example }) : `${t(`preferences.order.${value}`)} (${example})`
  const weekday = new Intl.DateTimeFormat(i18n.language, { weekday: 'long', timeZone: 'UTC' })
  // The first of November 2026 was a Sunday.
  const dayName = (day: number) => weekday.format(new Date(Date.UTC(2026, 10, 1 + day)))
  const pages = startPages(session).map(({ id, path }) => ({ value: path, label: t(`common:nav.${id}`) }))
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }}>
      <Select
        label={t('preferences.dates')}
        allowDeselect={false}
        data={dateFormats.map((value) => ({ value, label: orUsual(value, dayIn(value)) }))}
        value={own.dateFormat}
        onChange={(value) => onChange({ dateFormat: among(dateFormats, value) })}
      />
      <Select
        label={t('preferences.times')}
        allowDeselect={false}
        data={timeFormats.map((value) => ({ value, label: orUsual(value, timeIn(value)) }))}
        value={own.timeFormat}
        onChange={(value) => onChange({ timeFormat: among(timeFormats, value) })}
      />
      <Select
        label={t('preferences.firstDay')}
        allowDeselect={false}
        data={weekBeginnings.map((value) => ({ value, label: dayName(firstDays[value]) }))}
        value={own.firstDay}
        onChange={(value) => onChange({ firstDay: among(weekBeginnings, value) })}
      />
      <Select
        label={t('preferences.startPage')}
        searchable
        allowDeselect={false}
        nothingFoundMessage={t('common:nothingFound')}
        data={pages}
        value={pages.find(({ value }) => value === own.startPage)?.value ?? dashboard}
        onChange={(value) => onChange({ startPage: value === dashboard ? null : value })}
      />
    </SimpleGrid>
  )
}
