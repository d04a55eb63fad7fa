import { brazilianStates } from '@recado/contracts/contacts/area-codes'
import type { ContactField, FieldReference, NamedReference } from '@recado/contracts/contacts/contact-fields'
import type { TFunction } from 'i18next'
import { countryName, countryOptions, timezoneOptions } from '#web/lib/i18n/regions.ts'
import { kindOf, type Scalar } from './verbs.ts'

/** What conditions are put into words with: the fields of the company, and the names of what values stand for. */
export type FilterWords = {
  /** Of the namespace `filters`. */
  t: TFunction
  language: string
  fields: readonly ContactField[]
  references: Partial<Record<FieldReference, readonly NamedReference[]>>
  /** What the company calls a stage of its contacts. */
  stageName: (key: string) => string
}

type Option = { value: string; label: string }

/** What a field is called. */
export const fieldLabel = (
  { name, label }: ContactField,
  { t, language }: Pick<FilterWords, 't' | 'language'>,
): string => (label ? label[language === 'pt' ? 'pt' : 'en'] : t(`filters:field.${name}`))

const languages = ['pt', 'en', 'es', 'fr', 'de', 'it', 'ja', 'zh', 'ar', 'ru', 'ko', 'nl'] as const

const languageName = (code: string, language: string): string =>
  new Intl.DisplayNames([language], { type: 'language', fallback: 'code' }).of(code) ?? code

const monthName = (month: number, language: string): string =>
  new Intl.DateTimeFormat(language, { month: 'long', timeZone: 'UTC' }).format(new Date(Date.UTC(2026, month - 1, 15)))

/** Under which texts the values of a field are named. */
const textsOf = ({ name, type }: ContactField): string | null => {
  if (name === 'window_open' || name === 'chat.window_open') return 'window'
  if (type === 'boolean') return 'boolean'
  if (name === 'conversation.status' || name === 'chat.status') return 'status'
  if (name === 'time.weekday') return 'weekday'
  if (name.startsWith('consent.')) return 'consent'
  return name === 'source' ? name : null
}

/** Whether the values of a field are words of the product, rather than names. */
export const hasOwnWords = (field: ContactField): boolean => textsOf(field) !== null

/** Values that a field can be given; null where any can be typed. `free`: others can be typed as well. */
export const optionsOf = (field: ContactField, words: FilterWords): { options: Option[]; free?: boolean } | null => {
  const { t, language, references } = words
  const named = (values: readonly string[], label: (value: string) => string) =>
    values.map((value) => ({ value, label: label(value) }))
  if (field.references)
    return { options: (references[field.references] ?? []).map(({ id, name }) => ({ value: id, label: name })) }
  const texts = textsOf(field)
  if (field.type === 'boolean')
    return { options: named(['true', 'false'], (value) => t(`filters:option.${texts}.${value}`)) }
  if (kindOf(field) === 'month')
    return {
      options: named(
        Array.from({ length: 12 }, (_, index) => String(index + 1)),
        (value) => monthName(Number(value), language),
      ),
    }
  if (field.name === 'lifecycle') return { options: named(field.options ?? [], words.stageName) }
  if (field.options)
    return { options: named(field.options, (value) => (texts ? t(`filters:option.${texts}.${value}`) : value)) }
  if (field.name === 'country') return { options: countryOptions(language) }
  if (field.name === 'language') return { options: named(languages, (code) => languageName(code, language)) }
  if (field.name === 'timezone') return { options: timezoneOptions() }
  return field.name === 'state' ? { options: named(brazilianStates, (state) => state), free: true } : null
}

/** What a value of a field is called; undefined where it is written as it is. */
export const valueName = (field: ContactField, value: Scalar, words: FilterWords): string | undefined => {
  const { t, language, references } = words
  const text = String(value)
  if (field.references) return references[field.references]?.find(({ id }) => id === text)?.name
  if (field.name === 'lifecycle') return words.stageName(text)
  const texts = textsOf(field)
  if (texts) return t(`filters:option.${texts}.${text}`, { defaultValue: text })
  if (kindOf(field) === 'month' && /^([1-9]|1[0-2])$/.test(text)) return monthName(Number(text), language)
  if (field.name === 'country' && /^[A-Z]{2}$/.test(text)) return countryName(text, language)
  return field.name === 'language' && /^[a-z]{2,3}$/.test(text) ? languageName(text, language) : undefined
}
