import { Group } from '@mantine/core'
import { type ContactCard, type MergeField, mergeFields } from '@recado/contracts/contacts/contacts'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { LabelBadge } from '#web/components/content/label-badge.tsx'
import { day } from '#web/lib/i18n/dates.ts'
import { showPhone } from '#web/lib/i18n/phone.ts'
import { countryName } from '#web/lib/i18n/regions.ts'
import { useAttributeNames, useAttributeText } from './attribute-text.ts'
import { languageName } from './languages.ts'
import { useStages } from './stages.ts'

/** A field of both contacts. Those that differ have to be chosen between. */
export type MergeRow = {
  kind: 'fields' | 'attributes'
  key: string
  label: string
  differs: boolean
  /** Both values are kept unless one is chosen. */
  joins: boolean
  show: (contact: ContactCard) => ReactNode
}

const joining: readonly MergeField[] = ['tags', 'notes']

const useFieldText = () => {
  const { i18n } = useTranslation(['contacts/merge', 'contacts/list'])
  const addressOf = ({ address }: ContactCard) => {
    if (!address) return ''
    const { street, city, state, postalCode, country } = address
    return [street, city, state, postalCode, country && countryName(country, i18n.language)].filter(Boolean).join(', ')
  }
  const stages = useStages()
  const stageOf = ({ lifecycle }: ContactCard) => lifecycle && stages.nameOf(lifecycle)
  const texts: Record<MergeField, (contact: ContactCard) => ReactNode> = {
    name: ({ name }) => name,
    phone: ({ phones }) => phones.map(showPhone).join(', '),
    email: ({ emails }) => emails.join(', '),
    document: ({ document }) => document,
    birthday: ({ birthday }) => birthday && day(birthday, i18n.language, 'UTC'),
    organization: ({ organization }) => organization,
    jobTitle: ({ jobTitle }) => jobTitle,
    address: addressOf,
    lifecycle: stageOf,
    owner: ({ owner }) => owner?.name,
    language: ({ language }) => language && languageName(language, i18n.language),
    timezone: ({ timezone }) => timezone,
    notes: ({ notes }) => notes,
    tags: ({ tagBadges }) =>
      tagBadges.length > 0 ? (
        <Group gap={8}>
          {tagBadges.map((tag) => (
            <LabelBadge key={tag.id} label={tag} />
          ))}
        </Group>
      ) : null,
  }
  return texts
}

type Differing = { conflicts: readonly string[]; attributeConflicts: readonly string[] }

/** What is known of either contact, in the order of their page. */
export const useMergeRows = (contacts: readonly ContactCard[], { conflicts, attributeConflicts }: Differing) => {
  const { t } = useTranslation('contacts/merge')
  const texts = useFieldText()
  const textOf = useAttributeText()
  const fields = mergeFields.map(
    (key): MergeRow => ({
      ...{
        kind: 'fields',
        key,
        label: t(`field.${key}`),
        differs: conflicts.includes(key),
        joins: joining.includes(key),
      },
      show: texts[key],
    }),
  )
  const attributes = useAttributeNames().attributes.map(
    ({ key, name, type }): MergeRow => ({
      ...{ kind: 'attributes', key, label: name, differs: attributeConflicts.includes(key), joins: false },
      show: (contact) => textOf(type, contact.attributes[key]),
    }),
  )
  return [...fields, ...attributes].filter(({ show }) => contacts.some((contact) => Boolean(show(contact))))
}
