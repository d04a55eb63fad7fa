import { Group, SegmentedControl, VisuallyHidden } from '@mantine/core'
import type { CampaignSummary } from '@recado/contracts/campaigns/campaigns'
import { IconCalendar, IconList, IconPlus, IconSpeakerphone } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { LinkButton } from '#web/components/content/link-button.tsx'
import { EmptyState } from '#web/components/feedback/empty-state.tsx'
import { lazyCode, lazyComponent } from '#web/components/page/lazy-component.tsx'
import { FilterChips } from '#web/components/table/filter-chips.tsx'
import type { FilterField } from '#web/components/table/filters.ts'
import { ListHead } from '#web/components/table/list-head.tsx'
import { ListPage } from '#web/components/table/list-page.tsx'
import { useSelected } from '#web/components/table/table-selection.ts'
import { useBulkOutcome } from '#web/components/table/use-bulk-outcome.tsx'
import type { ViewSearch } from '#web/components/table/view-search.ts'
import { changeSearch } from '#web/lib/api/search.ts'
import { useInvalidateOn } from '#web/lib/realtime/socket.ts'
import { useCan, useSignedIn } from '#web/lib/session/session.ts'
import { useMedia } from '#web/lib/ui/use-media.ts'
import { campaignQuery, campaignsKey, campaignsQuery } from '#web/queries/campaigns.ts'
import { channelsQuery } from '#web/queries/channels.ts'
import { memberChoicesQuery } from '#web/queries/members.ts'
import { BulkActions } from './bulk-actions.tsx'
import { CampaignCard, pathOf, useCampaignColumns } from './columns.tsx'
import { type CampaignSearch, filterOf, stateNames, tabNames, validateCampaignSearch } from './search.ts'

const RecipeCards = lazyComponent(async () => (await import('./recipe-cards.tsx')).RecipeCards)
const CampaignCalendar = lazyComponent(async () => (await import('./calendar/campaign-calendar.tsx')).CampaignCalendar)
const OwnerEditor = lazyCode(async () => (await import('#web/components/contact/member-choice.tsx')).MemberChoice)

const CampaignEditor = lazyCode(
  async () => (await import('#web/components/campaign/campaign-choice.tsx')).CampaignChoice,
)

const useFields = ({ ownerId, seriesId = '' }: CampaignSearch): FilterField<CampaignSearch>[] => {
  const { t } = useTranslation('campaigns/list')
  const channels = useQuery(channelsQuery).data?.data ?? []
  const company = useSignedIn().user.currentCompany?.id ?? ''
  const { data } = useQuery({
    ...memberChoicesQuery(company, ownerId ? { include: ownerId } : {}),
    enabled: ownerId !== undefined,
  })
  const series = useQuery({ ...campaignQuery(seriesId), enabled: seriesId !== '' })
  return [
    {
      kind: 'choice',
      name: 'state',
      label: t('column.state'),
      choices: stateNames.map((value) => ({ value, label: t(`state.${value}`) })),
    },
    {
      kind: 'choice',
      name: 'channelId',
      label: t('column.channel'),
      choices: channels.map(({ id, name }) => ({ value: id, label: name })),
    },
    {
      kind: 'found',
      name: 'ownerId',
      label: t('column.owner'),
      text: data?.data.find(({ userId }) => userId === ownerId)?.name,
      Editor: OwnerEditor,
    },
    {
      kind: 'found',
      name: 'seriesId',
      label: t('column.series'),
      text: series.data?.name,
      Editor: CampaignEditor,
    },
    { kind: 'text', name: 'template', label: t('column.template') },
    { kind: 'days', from: 'from', to: 'to', label: t('column.schedule') },
    { kind: 'flag', name: 'archived', label: t('archived') },
  ]
}

type Props = { search: CampaignSearch; onSearch: (next: CampaignSearch) => void }

const Views = ({ search, onSearch }: Props) => {
  const { t } = useTranslation('campaigns/list')
  const phone = useMedia('(max-width: 48em)')
  const { cursor: _, day: _day, view, ...rest } = search
  const icons = { list: IconList, calendar: IconCalendar }
  return (
    <SegmentedControl
      size="xs"
      aria-label={t('view.title')}
      value={view ? 'calendar' : 'list'}
      data={(['list', 'calendar'] as const).map((value) => {
        const Icon = icons[value]
        return {
          value,
          label: (
            <Group gap={6} wrap="nowrap">
              <Icon size={15} aria-hidden />
              {phone ? <VisuallyHidden>{t(`view.${value}`)}</VisuallyHidden> : t(`view.${value}`)}
            </Group>
          ),
        }
      })}
      onChange={(next) => onSearch(next === 'calendar' ? { ...rest, view: 'month' } : rest)}
    />
  )
}

const BeginLink = () => {
  const { t } = useTranslation('campaigns/list')
  return (
    <LinkButton to="/company/campaigns/new" leftSection={<IconPlus size={18} />}>
      {t('add')}
    </LinkButton>
  )
}

const CalendarView = ({ search, onSearch }: Props) => {
  const { t } = useTranslation('campaigns/list')
  const write = useCan()('campaigns.write')
  const fields = useFields(search).filter(({ kind }) => kind !== 'days')
  return (
    <>
      <ListHead
        title={t('title')}
        columns={[]}
        actions={
          <Group gap="sm" wrap="nowrap">
            <Views search={search} onSearch={onSearch} />
            {write ? <BeginLink /> : null}
          </Group>
        }
      >
        <FilterChips
          fields={fields}
          search={search}
          onChange={(part) => onSearch(validateCampaignSearch(changeSearch<object>(search, part) as ViewSearch))}
        />
      </ListHead>
      <CampaignCalendar
        search={search}
        onSearch={onSearch}
        begin={write ? <BeginLink /> : null}
        onClearFilters={() => onSearch(validateCampaignSearch({ view: search.view, day: search.day }))}
      />
    </>
  )
}

/** Campaigns of the company: a list, newest first, or a calendar. */
export const CampaignsPage = (props: Props) => {
  useInvalidateOn(['campaign.updated'], [campaignsKey])
  return props.search.view ? <CalendarView {...props} /> : <CampaignList {...props} />
}

const CampaignList = ({ search, onSearch }: Props) => {
  const { t } = useTranslation('campaigns/list')
  const can = useCan()
  const navigate = useNavigate()
  const filter = filterOf(search)
  const query = useQuery(campaignsQuery(filter, search.cursor))
  const columns = useCampaignColumns()
  const fields = useFields(search)
  const selected = useSelected(filter)
  const outcome = useBulkOutcome()
  const write = can('campaigns.write')
  const { tab = 'all', ...narrowing } = filter
  const isNew = query.data?.data.length === 0 && tab === 'all' && Object.keys(narrowing).length === 0
  const tabs = (
    <SegmentedControl
      size="xs"
      aria-label={t('tab.title')}
      value={tab}
      data={tabNames.map((value) => ({ value, label: t(`tab.${value}`) }))}
      onChange={(next) => onSearch(validateCampaignSearch({ ...search, cursor: undefined, tab: next }))}
    />
  )
  const empty = (
    <>
      <EmptyState
        icon={IconSpeakerphone}
        title={t('empty.title')}
        description={t('empty.text')}
        action={write ? <BeginLink /> : undefined}
      />
      {write ? <RecipeCards /> : null}
    </>
  )
  return (
    <>
      <ListPage<CampaignSummary, CampaignSearch>
        title={t('title')}
        list="campaigns"
        search={search}
        onSearch={onSearch}
        validate={validateCampaignSearch}
        filters={filter}
        fields={fields}
        filterActions={tabs}
        find={{ name: 'search', label: t('find') }}
        label={t('title')}
        query={query}
        columns={columns}
        linked
        onRowClick={(campaign) => void navigate({ to: pathOf(campaign) })}
        {...(write
          ? {
              selection: { ...selected, label: ({ name }: CampaignSummary) => name },
              bulk: (selection: Parameters<typeof BulkActions>[0]['selection']) => (
                <BulkActions
                  selection={selection}
                  archived={search.archived === 'yes'}
                  outcome={outcome}
                  onDone={() => selected.onChange([])}
                />
              ),
            }
          : {})}
        actions={
          isNew ? null : (
            <Group gap="sm" wrap="nowrap">
              <Views search={search} onSearch={onSearch} />
              {write ? <BeginLink /> : null}
            </Group>
          )
        }
        empty={empty}
        card={(campaign) => <CampaignCard campaign={campaign} />}
      />
      {outcome.dialog}
    </>
  )
}
