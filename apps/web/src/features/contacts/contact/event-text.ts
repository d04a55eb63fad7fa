import type { ContactEventData, ContactEventKind, ContactFieldChange } from '@recado/contracts/contacts/contact-events'
import type { TimelineEntry } from '@recado/contracts/contacts/contact-timeline'
import { useTranslation } from 'react-i18next'
import { useAttributeNames, useAttributeText } from '#web/components/contact/attribute-text.ts'
import { languageName } from '#web/components/contact/languages.ts'
import { useStages } from '#web/components/contact/stages.ts'
import { dayText } from '#web/lib/i18n/day-text.ts'

export type ContactEvent = Extract<TimelineEntry, { type: 'event' }>

const dataOf = <Kind extends ContactEventKind>(
  event: ContactEvent,
  kind: Kind,
): Partial<ContactEventData[Kind]> | null =>
  event.kind === kind ? (event.data as Partial<ContactEventData[Kind]>) : null

/** A change of a field in words: what it is called, what it was and what it is. */
const useChangeText = () => {
  const { t, i18n } = useTranslation('contacts/contact')
  const { attributes, nameOf } = useAttributeNames()
  const textOf = useAttributeText()
  return ({ field, ...values }: ContactFieldChange): string => {
    const key = field.startsWith('attributes.') ? field.slice('attributes.'.length) : null
    const name = key === null ? t(`field.${field}`) : nameOf(key)
    if (!('to' in values) && !('from' in values)) return name
    const shown = (value: unknown): string => {
      if (value === null || value === undefined || value === '') return t('conflict.nothing')
      if (field === 'birthday') return dayText(String(value), i18n.language)
      if (field === 'language') return languageName(String(value), i18n.language)
      return textOf(attributes.find((one) => one.key === key)?.type, value)
    }
    if (shown(values.from) === t('conflict.nothing')) return t('set', { name, to: shown(values.to) })
    return t('change', { name, from: shown(values.from), to: shown(values.to) })
  }
}

/** What happened to a contact: in one sentence, and in detail. */
export const useEventText = () => {
  const { t } = useTranslation(['contacts/contact', 'contacts/consent'])
  const stages = useStages()
  const changeText = useChangeText()
  const between = (from: string | null | undefined, to: string | null | undefined) =>
    t('between', { from: from ?? t('conflict.nothing'), to: to ?? t('conflict.nothing') })
  const detailsOf = (event: ContactEvent): string[] => {
    const updated = dataOf(event, 'updated')
    if (updated) return (updated.changes ?? []).map(changeText)
    const tags = dataOf(event, 'tags_changed')
    if (tags) {
      const { added = [], removed = [] } = tags
      return [
        ...(added.length > 0 ? [t('tagsAdded', { tags: added.join(', ') })] : []),
        ...(removed.length > 0 ? [t('tagsRemoved', { tags: removed.join(', ') })] : []),
      ]
    }
    const owner = dataOf(event, 'owner_changed')
    if (owner) return [between(owner.from, owner.to)]
    const stage = dataOf(event, 'lifecycle_changed')
    // A stage that is gone is called by its key.
    const stageOf = (key: string | null | undefined) => key && (stages.nameOf(key) || key)
    if (stage) return [between(stageOf(stage.from), stageOf(stage.to))]
    const number = dataOf(event, 'number_changed')
    if (number) return [between(number.from && `… ${number.from}`, number.to && `… ${number.to}`)]
    const consent = dataOf(event, 'consent_recorded')
    if (consent) {
      const { medium, purpose, state, source } = consent
      return [
        [
          t(`contacts/consent:about.${purpose}`),
          t(`contacts/consent:medium.${medium}`),
          t(`contacts/consent:said.${state}`),
          t(`contacts/consent:source.${source}`),
        ].join(' · '),
      ]
    }
    const blocked = dataOf(event, 'blocked')
    if (blocked) return blocked.reason ? [blocked.reason] : []
    const refused = dataOf(event, 'block_refused')
    if (refused) return [t(refused.tooLate ? 'block.tooLate' : 'block.refused')]
    const created = dataOf(event, 'created')
    return created?.source ? [t(`source.${created.source}`)] : []
  }
  return {
    titleOf: ({ kind, data }: ContactEvent): string => t(`event.${kind}`, data),
    detailsOf,
  }
}
