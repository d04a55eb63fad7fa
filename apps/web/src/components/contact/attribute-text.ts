import type { ContactAttribute } from '@recado/contracts/contacts/contact-attributes'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { dateTime } from '#web/lib/i18n/dates.ts'
import { dayText } from '#web/lib/i18n/day-text.ts'
import { showPhone } from '#web/lib/i18n/phone.ts'
import { contactAttributesQuery } from '#web/queries/contact-attributes.ts'

/** The company's own fields of contacts, by key, with what each is called. */
export const useAttributeNames = () => {
  const { i18n } = useTranslation()
  const attributes = useQuery(contactAttributesQuery).data?.data ?? []
  const language = i18n.language === 'pt' ? 'pt' : 'en'
  return {
    attributes: attributes.map((attribute) => ({ ...attribute, name: attribute.label[language] })),
    nameOf: (key: string): string => attributes.find((one) => one.key === key)?.label[language] ?? key,
  }
}

const money: Intl.NumberFormatOptions = { minimumFractionDigits: 2, maximumFractionDigits: 4 }

/** A value of an attribute as the reader reads it; empty where there is none. */
export const useAttributeText = () => {
  const { t, i18n } = useTranslation('contacts/contact')
  return (type: ContactAttribute['type'] | undefined, value: unknown): string => {
    if (value === null || value === undefined) return ''
    if (typeof value === 'boolean') return t(value ? 'conflict.yes' : 'conflict.no')
    if (Array.isArray(value)) return value.map(String).join(', ')
    if (typeof value === 'object') return JSON.stringify(value)
    if (typeof value === 'number')
      return new Intl.NumberFormat(i18n.language, type === 'money' ? money : {}).format(value)
    const text = String(value)
    if (text.includes('•')) return text
    if (type === 'phone') return showPhone(text)
    if (type === 'date') return dayText(text, i18n.language)
    return type === 'datetime' ? dateTime(text, i18n.language) : text
  }
}
