import { useTranslation } from 'react-i18next'
import { type FilterWords, valueName } from '#web/components/filter-builder/field-words.ts'
import { dateTime, day } from '#web/lib/i18n/dates.ts'
import { useSignedIn } from '#web/lib/session/session.ts'

/** Puts values of fields into words: dates as the language writes them, ids and keys by what they stand for. */
export const useFieldText = (words: FilterWords | null) => {
  const { t, i18n } = useTranslation('contacts/contact')
  const zone = useSignedIn().user.currentCompany?.timezone
  return (name: string, value: string | number | boolean): string => {
    const field = words?.fields.find((one) => one.name === name)
    if (field?.type === 'instant') return dateTime(String(value), i18n.language, zone)
    if (field?.type === 'date') return day(`${value}T12:00:00Z`, i18n.language, 'UTC')
    if (name === 'event.canonical') return t(`systems.${value}`, { defaultValue: String(value) })
    return (field && words ? valueName(field, value, words) : undefined) ?? String(value)
  }
}
