import { contactSources } from '@recado/contracts/contacts/contacts'
import type { FilterGroup } from '@recado/contracts/shared/filter'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useStages } from '#web/components/contact/stages.ts'
import { useExplain } from '#web/components/filter-builder/use-explain.ts'
import { lazyCode } from '#web/components/page/lazy-component.tsx'
import { type Choice, chosenOf, type FilterField } from '#web/components/table/filters.ts'
import { useCan, useSignedIn } from '#web/lib/session/session.ts'
import { channelsQuery } from '#web/queries/channels.ts'
import { contactListsQuery, contactTagsQuery } from '#web/queries/contact-groups.ts'
import { memberChoicesQuery } from '#web/queries/members.ts'
import { segmentsQuery } from '#web/queries/segments.ts'
import type { ContactSearch } from './search.ts'

const OwnerEditor = lazyCode(async () => (await import('#web/components/contact/member-choice.tsx')).MemberChoice)

const marketing = ['granted', 'denied', 'unknown'] as const

const useOwnerField = (owner: string | undefined): FilterField<ContactSearch> => {
  const { t } = useTranslation('contacts/list')
  const { user } = useSignedIn()
  const isMember = owner !== undefined && owner !== 'none'
  const { data } = useQuery({
    ...memberChoicesQuery(user.currentCompany?.id ?? '', isMember ? { include: owner } : {}),
    enabled: isMember,
  })
  const text = owner === 'none' ? t('owner.nobody') : data?.data.find(({ userId }) => userId === owner)?.name
  return { kind: 'found', name: 'owner', label: t('column.owner'), text, Editor: OwnerEditor }
}

/** The chip of the conditions that are built in a window of their own. */
const useAdvancedField = (filter: FilterGroup | undefined, onOpen: () => void): FilterField<ContactSearch> => {
  const { t } = useTranslation('contacts/list')
  const explain = useExplain(filter !== undefined)
  return { kind: 'built', name: 'filter', label: t('advanced.title'), text: filter && explain(filter), onOpen }
}

/** What contacts can be filtered by; `onAdvanced` opens the window in which conditions are built. */
export const useContactFields = (search: ContactSearch, onAdvanced: () => void): FilterField<ContactSearch>[] => {
  const { t } = useTranslation('contacts/list')
  const can = useCan()
  const tags = useQuery(contactTagsQuery).data?.data ?? []
  const lists = useQuery(contactListsQuery).data?.data ?? []
  const channels = useQuery({ ...channelsQuery, enabled: can('channels.view') }).data?.data ?? []
  const segments = useQuery(segmentsQuery).data?.data ?? []
  const stages = useStages()
  /** One that the address names and that is gone is said to be. */
  const withGone = (choices: readonly Choice[], chosen = '') => [
    ...choices,
    ...chosenOf(chosen)
      .filter((id) => !choices.some(({ value }) => value === id))
      .map((value) => ({ value, label: t('gone') })),
  ]
  const owner = useOwnerField(search.owner)
  const advanced = useAdvancedField(search.filter, onAdvanced)
  const named = (things: readonly { id: string; name: string }[]) =>
    things.map(({ id, name }) => ({ value: id, label: name }))
  const several = (name: 'marketing' | 'source', values: readonly string[]) => ({
    kind: 'choices' as const,
    name,
    label: t(`column.${name}`),
    choices: values.map((value) => ({ value, label: t(`${name}.${value}`) })),
  })
  return [
    advanced,
    {
      kind: 'choices',
      name: 'segment',
      label: t('pages.segments'),
      choices: withGone(named(segments), search.segment),
    },
    { kind: 'choices', name: 'tag', label: t('column.tags'), choices: named(tags) },
    { kind: 'choices', name: 'list', label: t('column.lists'), choices: named(lists) },
    owner,
    {
      kind: 'choices',
      name: 'lifecycle',
      label: t('column.lifecycle'),
      choices: [...stages.options, { value: 'none', label: t('lifecycle.none') }],
    },
    several('marketing', marketing),
    { kind: 'days', from: 'inboundFrom', to: 'inboundTo', label: t('column.lastInboundAt') },
    { kind: 'days', from: 'createdFrom', to: 'createdTo', label: t('column.createdAt') },
    several('source', contactSources),
    { kind: 'choices', name: 'channelId', label: t('column.channel'), choices: named(channels) },
  ]
}
