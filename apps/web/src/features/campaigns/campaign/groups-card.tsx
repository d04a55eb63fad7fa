import { MultiSelect, Table, Text } from '@mantine/core'
import { type CampaignGroup, comparedGroups } from '@recado/contracts/campaigns/analytics'
import type { Campaign } from '@recado/contracts/campaigns/campaigns'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { ListCard } from '#web/components/chart/list-card.tsx'
import { TextLink } from '#web/components/content/text-link.tsx'
import { changeSearch } from '#web/lib/api/search.ts'
import { contactListsQuery } from '#web/queries/contact-groups.ts'
import { segmentsQuery } from '#web/queries/segments.ts'
import { groupsQuery } from './api.ts'
import type { CampaignPageSearch } from './search.ts'
import { useNumbers } from './use-numbers.ts'

const steps = ['sent', 'delivered', 'read', 'replied', 'failed', 'optedOut'] as const
type Step = (typeof steps)[number]
type Part = Record<Step | 'recipients', number>

const idsIn = (text: string | undefined): string[] => text?.split(',') ?? []

type PickerProps = Pick<Props, 'search' | 'onSearch'>

/** Segments and lists of the company to compare. */
const GroupPicker = ({ search, onSearch }: PickerProps) => {
  const { t } = useTranslation('campaigns/campaign')
  const segments = useQuery(segmentsQuery).data?.data ?? []
  const lists = useQuery(contactListsQuery).data?.data ?? []
  const items = (kind: 'segments' | 'lists', groups: readonly { id: string; name: string }[]) =>
    groups.map(({ id, name }) => ({ value: `${kind} ${id}`, label: name }))
  const chosen = [
    ...idsIn(search.segments).map((id) => `segments ${id}`),
    ...idsIn(search.lists).map((id) => `lists ${id}`),
  ]
  const textOf = (kind: 'segments' | 'lists', values: readonly string[]) =>
    values.flatMap((value) => (value.startsWith(`${kind} `) ? value.slice(kind.length + 1) : [])).join(',') || undefined
  return (
    <MultiSelect
      aria-label={t('groups.compare')}
      placeholder={chosen.length === 0 ? t('groups.compare') : ''}
      w={340}
      maw="100%"
      searchable
      clearable
      hidePickedOptions
      maxValues={comparedGroups}
      nothingFoundMessage={t('common:nothingFound')}
      value={chosen}
      data={[
        { group: t('groups.segments'), items: items('segments', segments) },
        { group: t('groups.lists'), items: items('lists', lists) },
      ]}
      onChange={(values) =>
        onSearch(changeSearch(search, { segments: textOf('segments', values), lists: textOf('lists', values) }))
      }
    />
  )
}

const Cells = ({ part }: { part: Part }) => {
  const { number, share } = useNumbers()
  return (
    <>
      <Table.Td>{number(part.recipients)}</Table.Td>
      {steps.map((step) => (
        <Table.Td key={step} style={{ whiteSpace: 'nowrap' }}>
          {number(part[step])}{' '}
          <Text span size="xs" c="dimmed">
            {share(part[step], step === 'sent' || step === 'failed' ? part.recipients : part.sent)}
          </Text>
        </Table.Td>
      ))}
    </>
  )
}

const Row = ({ group: { kind, id, name, part } }: { group: CampaignGroup }) => {
  const { t } = useTranslation('campaigns/campaign')
  return (
    <Table.Tr>
      <Table.Td>
        <TextLink size="sm" to="/company/contacts" search={{ [kind]: id }}>
          {name}
        </TextLink>{' '}
        <Text span size="xs" c="dimmed">
          {t(`groups.${kind}`)}
        </Text>
      </Table.Td>
      {part ? (
        <Cells part={part} />
      ) : (
        <Table.Td colSpan={steps.length + 1} c="dimmed">
          {t('groups.broken')}
        </Table.Td>
      )}
    </Table.Tr>
  )
}

type Props = { campaign: Campaign; search: CampaignPageSearch; onSearch: (next: CampaignPageSearch) => void }

/** Whether the audience was drawn from more segments or lists than are compared. */
const isCut = ({ audience: { sources } }: Campaign): boolean =>
  (['segments', 'lists'] as const).some(
    (kind) => new Set(sources.flatMap((source) => (source.kind === kind ? source.ids : []))).size > comparedGroups,
  )

/** What came of a campaign by segment and list: those that it was drawn from, or others of the company. */
export const GroupsCard = ({ campaign, search, onSearch }: Props) => {
  const { t } = useTranslation('campaigns/campaign')
  const { segments, lists } = search
  const query = useQuery(groupsQuery(campaign.id, { ...(segments && { segments }), ...(lists && { lists }) }))
  const groups = query.data?.data ?? []
  const notes = [
    t('groups.note'),
    !segments && !lists && isCut(campaign) ? t('groups.cut', { most: comparedGroups }) : '',
    query.data?.exact === false ? t('estimate') : '',
  ]
  return (
    <ListCard
      title={t('groups.title')}
      query={query}
      nothing={groups.length === 0 ? t('groups.none') : null}
      aside={<GroupPicker search={search} onSearch={onSearch} />}
    >
      <Table.ScrollContainer minWidth={760}>
        <Table aria-label={t('groups.title')} style={{ fontVariantNumeric: 'tabular-nums' }}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('groups.name')}</Table.Th>
              <Table.Th>{t('step.recipients')}</Table.Th>
              {steps.map((step) => (
                <Table.Th key={step}>{t(step === 'optedOut' ? 'figure.optedOut' : `step.${step}`)}</Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {groups.map((group) => (
              <Row key={group.id} group={group} />
            ))}
            <Table.Tr>
              <Table.Th scope="row">{t('groups.all')}</Table.Th>
              <Cells part={campaign.counts} />
            </Table.Tr>
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      <Text size="sm" c="dimmed" mt="sm">
        {notes.filter(Boolean).join(' ')}
      </Text>
    </ListCard>
  )
}
