import { Group, Stack, Text } from '@mantine/core'
import type { CampaignSummary } from '@recado/contracts/campaigns/campaigns'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { CampaignStateText } from '#web/components/campaign/state-text.tsx'
import { RelativeTime } from '#web/components/content/relative-time.tsx'
import { TextLink } from '#web/components/content/text-link.tsx'
import type { DataTableColumn } from '#web/components/table/data-table.tsx'
import { dateTime } from '#web/lib/i18n/dates.ts'
import { useMoney } from '#web/lib/i18n/money.ts'
import { useSignedIn } from '#web/lib/session/session.ts'
import { channelsQuery } from '#web/queries/channels.ts'
import { CampaignProgress } from './progress.tsx'

/** Where a campaign opens: a draft in its wizard, any other on its page. */
export const pathOf = ({ id, state }: Pick<CampaignSummary, 'id' | 'state'>): string =>
  state === 'draft' ? `/company/campaigns/${id}/edit` : `/company/campaigns/${id}`

const useStartText = () => {
  const { t, i18n } = useTranslation('campaigns/list')
  const zone = useSignedIn().user.currentCompany?.timezone
  return ({ series, state, startedAt, startsAt }: CampaignSummary): string | null => {
    const start = startedAt ?? startsAt
    const at = start && dateTime(start, i18n.language, zone)
    return at && series && state === 'scheduled' ? t('next', { at }) : at
  }
}

const useCostText = () => {
  const { t } = useTranslation('campaigns/list')
  const { total } = useMoney()
  return ({ cost, startedAt }: CampaignSummary): string => {
    if (startedAt) return total(cost.actual, cost.currency)
    const { estimate } = cost
    if (!estimate) return '–'
    return t('cost.about', { amount: total(estimate.high, estimate.currency) })
  }
}

const optOutShare = ({ counts }: CampaignSummary, language: string): string =>
  counts.delivered === 0
    ? '–'
    : new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 1 }).format(
        counts.optedOut / counts.delivered,
      )

const Cost = ({ campaign }: { campaign: CampaignSummary }) => {
  const { t } = useTranslation('campaigns/list')
  const { total } = useMoney()
  const text = useCostText()(campaign)
  const { estimate } = campaign.cost
  const isKnown = campaign.startedAt !== null && estimate !== null
  return (
    <Text
      size="sm"
      style={{ whiteSpace: 'nowrap' }}
      title={isKnown ? t('cost.estimated', { amount: total(estimate.high, estimate.currency) }) : text}
    >
      {text}
    </Text>
  )
}

export const useCampaignColumns = (): DataTableColumn<CampaignSummary>[] => {
  const { t, i18n } = useTranslation('campaigns/list')
  const channels = useQuery(channelsQuery).data?.data ?? []
  const startText = useStartText()
  const number = new Intl.NumberFormat(i18n.language)
  const zone = useSignedIn().user.currentCompany?.timezone
  return [
    {
      accessor: 'name',
      title: t('column.name'),
      render: (campaign) => (
        <TextLink size="sm" to={pathOf(campaign)} truncate maw={240} display="block" title={campaign.name}>
          {campaign.name}
        </TextLink>
      ),
    },
    {
      accessor: 'state',
      title: t('column.state'),
      render: (campaign) => (
        <>
          <CampaignStateText {...campaign} />
          {campaign.series && campaign.state !== 'draft' ? (
            <TextLink size="xs" display="block" to="/company/campaigns" search={{ seriesId: campaign.id }}>
              {t('seriesCampaigns')}
            </TextLink>
          ) : null}
        </>
      ),
    },
    {
      accessor: 'counts.recipients',
      title: t('column.recipients'),
      textAlign: 'right',
      render: ({ counts: { recipients } }) => (recipients === 0 ? '–' : number.format(recipients)),
    },
    { accessor: 'counts', title: t('column.progress'), render: ({ counts }) => <CampaignProgress counts={counts} /> },
    {
      accessor: 'startsAt',
      title: t('column.schedule'),
      render: (campaign) => (
        <Text size="sm" title={zone} style={{ whiteSpace: 'nowrap' }}>
          {startText(campaign) ?? '–'}
        </Text>
      ),
    },
    { accessor: 'cost', title: t('column.cost'), textAlign: 'right', render: (one) => <Cost campaign={one} /> },
    {
      accessor: 'templates',
      secondary: true,
      title: t('column.template'),
      render: ({ templates }) => (
        <Text size="sm" truncate maw={180} title={templates.join(', ')}>
          {templates.filter(Boolean).join(', ') || '–'}
        </Text>
      ),
    },
    {
      accessor: 'channelIds',
      secondary: true,
      title: t('column.channel'),
      render: ({ channelIds }) => {
        const names = channelIds.map((id) => channels.find((one) => one.id === id)?.name ?? '').filter(Boolean)
        return (
          <Text size="sm" truncate maw={160} title={names.join(', ')}>
            {names.join(', ') || '–'}
          </Text>
        )
      },
    },
    {
      accessor: 'counts.optedOut',
      title: t('column.optedOut'),
      textAlign: 'right',
      render: (campaign) => optOutShare(campaign, i18n.language),
    },
    {
      accessor: 'owner',
      title: t('column.owner'),
      render: ({ owner }) => (
        <Text size="sm" truncate maw={140} title={owner?.name}>
          {owner?.name ?? '–'}
        </Text>
      ),
    },
    {
      accessor: 'createdAt',
      secondary: true,
      title: t('column.created'),
      render: ({ createdAt }) => <RelativeTime value={createdAt} />,
    },
  ]
}

/** A campaign on a phone. */
export const CampaignCard = ({ campaign }: { campaign: CampaignSummary }) => {
  const startText = useStartText()
  return (
    <Stack gap={6}>
      <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
        {campaign.name}
      </Text>
      <Group justify="space-between" gap="xs">
        <CampaignStateText {...campaign} />
        <Text size="sm" c="dimmed">
          {startText(campaign)}
        </Text>
      </Group>
      {campaign.counts.recipients > 0 ? <CampaignProgress counts={campaign.counts} /> : null}
    </Stack>
  )
}
