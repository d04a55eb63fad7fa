import { Group, SegmentedControl } from '@mantine/core'
import type { CampaignSummary } from '@recado/contracts/campaigns/campaigns'
import { IconPlus, IconSpeakerphone } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { LinkButton } from '#web/components/content/link-button.tsx'
import { EmptyState } from '#web/components/feedback/empty-state.tsx'
import { lazyCode, lazyComponent } from '#web/components/page/lazy-component.tsx'
import type { FilterField } from '#web/components/table/filters.ts'
import { ListPage } from '#web/components/table/list-page.tsx'
import { useSelected } from '#web/components/table/table-selection.ts'
import { useBulkOutcome } from '#web/components/table/use-bulk-outcome.tsx'
import { useInvalidateOn } from '#web/lib/realtime/socket.ts'
import { useCan, useSignedIn } from '#web/lib/session/session.ts'
import { campaignQuery, campaignsKey, campaignsQuery } from '#web/queries/campaigns.ts'
import { channelsQuery } from '#web/queries/channels.ts'
import { memberChoicesQuery } from '#web/queries/members.ts'
import { BulkActions } from './bulk-actions.tsx'
import { CampaignCard, pathOf, useCampaignColumns } from './columns.tsx'
import { type CampaignSearch, filterOf, stateNames, tabNames, validateCampaignSearch } from './search.ts'

const RecipeCards = lazyComponent(async () => (await import('./recipe-cards.tsx')).RecipeCards)
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

/** Campaigns of the company, newest first. */
export const CampaignsPage = ({ search, onSearch }: Props) => {
  const { t } = useTranslation('campaigns/list')
  const can = useCan()
  const navigate = useNavigate()
  const filter = filterOf(search)
  const query = useQuery(campaignsQuery(filter, search.cursor))
  const columns = useCampaignColumns()
  const fields = useFields(search)
  const selected = useSelected(filter)
  const outcome = useBulkOutcome()
  useInvalidateOn(['campaign.updated'], [campaignsKey])
  const write = can('campaigns.write')
  const { tab = 'all', ...narrowing } = filter
  const isNew = query.data?.data.length === 0 && tab === 'all' && Object.keys(narrowing).length === 0
  const begin = (
    <LinkButton to="/company/campaigns/new" leftSection={<IconPlus size={18} />}>
      {t('add')}
    </LinkButton>
  )
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
        action={write ? begin : undefined}
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
        actions={write && !isNew ? <Group gap="sm">{begin}</Group> : null}
        empty={empty}
        card={(campaign) => <CampaignCard campaign={campaign} />}
      />
      {outcome.dialog}
    </>
  )
}
