import {
  type ContactImport,
  type ImportColumn,
  type ImportField,
  type ImportKey,
  importKeys,
  sharedImportFields,
} from '@recado/contracts/contacts/imports'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { contactAttributesQuery } from '#web/queries/contact-attributes.ts'

const groups = {
  person: [
    'name',
    'first_name',
    'last_name',
    'name_reversed',
    'birthday',
    'language',
    'lifecycle',
    'owner',
    'tags',
    'notes',
  ],
  reach: ['phone', 'other_phone', 'email'],
  keys: ['external_id', 'document'],
  work: ['organization', 'job_title'],
  address: ['street', 'city', 'state', 'postal_code', 'country'],
  consent: ['consent', 'consent_at'],
} as const satisfies Record<string, readonly ImportField[]>
const groupNames = ['reach', 'person', 'keys', 'work', 'address', 'consent'] as const

/** Names of what columns can hold, and the choices of a column in groups. */
export const useImportFields = () => {
  const { t, i18n } = useTranslation('contacts/imports')
  const attributes = (useQuery(contactAttributesQuery).data?.data ?? []).filter(({ type }) => type !== 'json')
  const language = i18n.language === 'pt' ? 'pt' : 'en'
  const own = attributes.map(({ key, label }) => ({ value: `attributes.${key}`, label: label[language] }))
  const nameOf = (field: string): string =>
    own.find(({ value }) => value === field)?.label ?? t(`field.${field as ImportField}`, { defaultValue: field })
  const choices = [
    ...groupNames.map((name) => ({
      group: t(`map.groups.${name}`),
      items: groups[name].map((value) => ({ value: value as string, label: t(`field.${value}`) })),
    })),
    ...(own.length > 0 ? [{ group: t('map.groups.own'), items: own }] : []),
  ]
  return { nameOf, choices }
}

/** What a column of a file is called where it has no heading. */
export const useColumnName = ({ columns }: Pick<ContactImport, 'columns'>) => {
  const { t } = useTranslation('contacts/imports')
  return (place: number): string => columns[place] || t('preview.unnamed', { place: place + 1 })
}

const keyFields: Record<ImportKey, readonly ImportColumn[]> = {
  external_id: ['external_id'],
  phone: ['phone', 'other_phone'],
  email: ['email'],
  document: ['document'],
}

/** By which of the mapped columns rows can find contacts. */
export const keysOf = (columns: readonly ImportColumn[]): ImportKey[] =>
  importKeys.filter((key) => keyFields[key].some((field) => columns.includes(field)))

/** Fields that a column cannot have, because another one has them. */
export const takenBy = (columns: readonly ImportColumn[], place: number): ReadonlySet<string> =>
  new Set(
    columns.flatMap((field, other) =>
      field === null || other === place || sharedImportFields.includes(field) ? [] : [field],
    ),
  )
