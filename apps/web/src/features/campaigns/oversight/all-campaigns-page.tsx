import { Group, Stack, Text } from '@mantine/core'
import type { OverseenCampaign } from '@recado/contracts/campaigns/oversight'
import { riskRules } from '@recado/contracts/campaigns/risks'
import { IconSpeakerphone } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { CampaignStateText } from '#web/components/campaign/state-text.tsx'
import { RelativeTime } from '#web/components/content/relative-time.tsx'
import { StatusText } from '#web/components/content/status-text.tsx'
import { EmptyState } from '#web/components/feedback/empty-state.tsx'
import { useCompanyField } from '#web/components/form/company-field.tsx'
import { lazyComponent } from '#web/components/page/lazy-component.tsx'
import type { DataTableColumn } from '#web/components/table/data-table.tsx'
import type { FilterField } from '#web/components/table/filters.ts'
import { ListPage } from '#web/components/table/list-page.tsx'
import { filtersOf } from '#web/lib/api/search.ts'
import { risksQuery } from '#web/queries/campaign-risks.ts'
import { allCampaignsQuery } from './api.ts'
import { type OversightSearch, validateOversightSearch } from './search.ts'
import { useFigures } from './use-figures.ts'

const CampaignDrawer = lazyComponent(async () => (await import('./campaign-drawer.tsx')).CampaignDrawer)

const states = [
  ...(['validating', 'scheduled', 'running', 'paused'] as const),
  ...(['completed', 'completed_with_errors', 'canceled', 'failed'] as const),
] as const

const useFields = ({ companyId }: OversightSearch): FilterField<OversightSearch>[] => {
  const { t } = useTranslation(['campaigns/oversight', 'campaigns/list'])
  return [
    {
      kind: 'choice',
      name: 'state',
      label: t('campaigns/list:column.state'),
      choices: states.map((value) => ({ value, label: t(`campaigns/list:state.${value}`) })),
    },
    useCompanyField('companyId', t('column.company'), companyId),
    {
      kind: 'choice',
      name: 'rule',
      label: t('column.risks'),
      choices: riskRules.map((value) => ({ value, label: t(`rule.${value}`) })),
    },
    { kind: 'days', from: 'from', to: 'to', label: t('campaigns/list:column.created') },
  ]
}

const Name = ({ campaign: { name, company } }: { campaign: OverseenCampaign }) => (
  <div style={{ minWidth: 0 }}>
    <Text fw={600} size="sm" truncate maw={240} title={name}>
      {name}
    </Text>
    <Text size="xs" c="dimmed" truncate maw={240} title={company.name}>
      {company.name}
    </Text>
  </div>
)

const tones = { GREEN: 'good', YELLOW: 'warning', RED: 'bad' } as const

const Quality = ({ value }: { value: string | null }) => {
  const { t } = useTranslation('campaigns/oversight')
  if (value !== 'GREEN' && value !== 'YELLOW' && value !== 'RED') return '–'
  return <StatusText tone={tones[value]}>{t(`quality.${value}`)}</StatusText>
}

const Risks = ({ rules }: { rules: OverseenCampaign['risks'] }) => {
  const { t } = useTranslation('campaigns/oversight')
  if (rules.length === 0) return '–'
  return (
    <Stack gap={2}>
      {rules.map((rule) => (
        <StatusText key={rule} tone="warning">
          {t(`rule.${rule}`)}
        </StatusText>
      ))}
    </Stack>
  )
}

const useColumns = (): DataTableColumn<OverseenCampaign>[] => {
  const { t } = useTranslation(['campaigns/oversight', 'campaigns/list'])
  const { count, share, spend } = useFigures()
  return [
    { accessor: 'name', title: t('column.campaign'), render: (campaign) => <Name campaign={campaign} /> },
    { accessor: 'state', title: t('campaigns/list:column.state'), render: (one) => <CampaignStateText {...one} /> },
    {
      accessor: 'recipients',
      title: t('campaigns/list:column.recipients'),
      textAlign: 'right',
      render: ({ recipients }) => (recipients === 0 ? '–' : count(recipients)),
    },
    {
      accessor: 'perMinute',
      title: t('column.perMinute'),
      textAlign: 'right',
      render: ({ perMinute }) => count(perMinute),
    },
    {
      accessor: 'failed',
      title: t('column.failed'),
      textAlign: 'right',
      render: ({ failed, queued }) => share(failed, queued),
    },
    {
      accessor: 'optedOut',
      title: t('column.optedOut'),
      textAlign: 'right',
      render: ({ optedOut, delivered }) => share(optedOut, delivered),
    },
    { accessor: 'quality', title: t('column.quality'), render: ({ quality }) => <Quality value={quality} /> },
    { accessor: 'spend', title: t('campaigns/list:column.cost'), textAlign: 'right', render: (one) => spend(one) },
    { accessor: 'risks', title: t('column.risks'), render: ({ risks }) => <Risks rules={risks} /> },
    {
      accessor: 'launchedBy',
      title: t('column.launchedBy'),
      secondary: true,
      render: ({ launchedBy }) => launchedBy?.name ?? '–',
    },
    {
      accessor: 'createdAt',
      title: t('campaigns/list:column.created'),
      secondary: true,
      render: ({ createdAt }) => <RelativeTime value={createdAt} />,
    },
  ]
}

const Card = ({ campaign }: { campaign: OverseenCampaign }) => {
  const { t } = useTranslation('campaigns/oversight')
  const { count, share } = useFigures()
  const { failed, queued, recipients } = campaign
  return (
    <Stack gap={6}>
      <Name campaign={campaign} />
      <Group justify="space-between" gap="xs">
        <CampaignStateText {...campaign} />
        {recipients > 0 ? (
          <Text size="sm" c="dimmed">
            {t('card', { recipients: count(recipients), failed: share(failed, queued) })}
          </Text>
        ) : null}
      </Group>
      {campaign.risks.length > 0 ? <Risks rules={campaign.risks} /> : null}
    </Stack>
  )
}

type Props = { search: OversightSearch; onSearch: (next: OversightSearch) => void }

/** Campaigns of all companies: how fast they go, how many fail or opt out, and which a person should look at. */
export const AllCampaignsPage = ({ search, onSearch }: Props) => {
  const { t } = useTranslation(['campaigns/oversight', 'campaigns/list'])
  const query = useQuery(allCampaignsQuery(search))
  const { data: risks } = useQuery(risksQuery)
  const columns = useColumns()
  const fields = useFields(search)
  const { open, ...rest } = search
  return (
    <>
      <ListPage<OverseenCampaign, OversightSearch>
        title={t('title')}
        list="admin-campaigns"
        search={search}
        onSearch={onSearch}
        validate={validateOversightSearch}
        filters={filtersOf(search)}
        fields={fields}
        find={{ name: 'search', label: t('find') }}
        label={t('title')}
        notice={
          risks && risks.open > 0 ? <StatusText tone="warning">{t('waiting', { count: risks.open })}</StatusText> : null
        }
        query={query}
        columns={columns}
        onRowClick={({ id }) => onSearch({ ...search, open: id })}
        empty={<EmptyState icon={IconSpeakerphone} title={t('empty.title')} description={t('empty.text')} />}
        card={(campaign) => <Card campaign={campaign} />}
      />
      {open ? (
        <CampaignDrawer
          key={open}
          id={open}
          name={query.data?.data.find(({ id }) => id === open)?.name}
          onClose={() => onSearch(rest)}
        />
      ) : null}
    </>
  )
}
