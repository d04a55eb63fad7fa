import { Text } from '@mantine/core'
import type { Campaign, PauseReason } from '@recado/contracts/campaigns/campaigns'
import { IconChartBar, IconHistory, IconMessage2, IconUsers } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { CampaignStateText } from '#web/components/campaign/state-text.tsx'
import { LinkButton } from '#web/components/content/link-button.tsx'
import { TextLink } from '#web/components/content/text-link.tsx'
import { RecordFallback } from '#web/components/feedback/record-fallback.tsx'
import { DetailPage } from '#web/components/page/detail-page.tsx'
import { lazyComponent } from '#web/components/page/lazy-component.tsx'
import type { Problem } from '#web/components/page/problem-list.tsx'
import { dateTime } from '#web/lib/i18n/dates.ts'
import { useMoney } from '#web/lib/i18n/money.ts'
import { useZone } from '#web/lib/i18n/use-zone.ts'
import { useInvalidateOn } from '#web/lib/realtime/socket.ts'
import { campaignQuery, campaignsKey } from '#web/queries/campaigns.ts'
import { awaitsApproval, isOver } from './api.ts'
import { CampaignActions } from './campaign-actions.tsx'
import { DecideButton } from './decide-button.tsx'
import type { CampaignPageSearch, CampaignTab } from './search.ts'

const OverviewTab = lazyComponent(async () => (await import('./overview-tab.tsx')).OverviewTab)
const RecipientsTab = lazyComponent(async () => (await import('./recipients-tab.tsx')).RecipientsTab)
const SeriesTab = lazyComponent(async () => (await import('./series-tab.tsx')).SeriesTab)
const BlockedNote = lazyComponent(async () => (await import('./blocked-note.tsx')).BlockedNote)
const ContentTab = lazyComponent(async () => (await import('./content-tab.tsx')).ContentTab)

/** What the campaign does now, in a sentence. */
const useSummary = (campaign: Campaign): string => {
  const { t, i18n } = useTranslation('campaigns/campaign')
  const zone = useZone()
  const number = new Intl.NumberFormat(i18n.language)
  const { state, counts, startsAt, finishedAt, finishEstimate } = campaign
  const at = (instant: string | null) => (instant ? dateTime(instant, i18n.language, zone) : '')
  const facts = {
    ...{ count: counts.sent, sent: number.format(counts.sent), recipients: number.format(counts.recipients) },
    ...{ failed: number.format(counts.failed), start: at(startsAt), end: at(finishedAt), estimate: at(finishEstimate) },
  }
  if (awaitsApproval(campaign)) return t('summary.approval', facts)
  if (campaign.series && (state === 'scheduled' || state === 'paused' || isOver(state)))
    return t(`series.summary.${isOver(state) ? 'ended' : state}`, facts)
  if (state === 'scheduled' && finishEstimate) return t('summary.scheduledUntil', facts)
  const { test } = campaign
  if (state === 'running' && test && test.state !== 'decided')
    return t(`summary.test.${test.state}`, { ...facts, test: at(test.endsAt) })
  if (state === 'running' && finishEstimate) return t('summary.runningUntil', facts)
  return t(`summary.${state}`, facts)
}

/** Where the cause of a pause is removed. */
const places: Partial<Record<PauseReason, { to: string; search?: object }>> = {
  quality: { to: '/integrations/whatsapp' },
  channel_down: { to: '/integrations/whatsapp' },
  template_paused: { to: '/integrations/whatsapp/templates' },
  error_rate: { to: '.', search: { tab: 'recipients', state: 'failed' } },
  platform: { to: '/company/support' },
}

const Place = ({ reason }: { reason: PauseReason }) => {
  const { t } = useTranslation('campaigns/campaign')
  const place = places[reason]
  if (!place) return null
  return (
    <LinkButton size="compact-sm" variant="default" to={place.to} search={place.search ?? {}}>
      {t(`pause.${reason}.open`)}
    </LinkButton>
  )
}

/** What waits for someone, why it is paused, and what to do about it. */
const useProblems = (campaign: Campaign): Problem[] => {
  const { t, i18n } = useTranslation(['campaigns/campaign', 'campaigns/list'])
  const zone = useZone()
  const { total } = useMoney()
  const number = new Intl.NumberFormat(i18n.language)
  const { state, pauseReason, resumesAt, counts, cost, launchedBy } = campaign
  if (state === 'failed')
    return [{ id: 'failed', tone: 'bad', title: t('campaigns/list:state.failed'), text: t('failedText') }]
  if (state === 'running' && campaign.test?.state === 'asked')
    return [
      {
        id: 'asked',
        tone: 'warning',
        title: t('test.asked.title'),
        text: t('test.asked.text'),
        action: <DecideButton campaign={campaign} />,
      },
    ]
  if (awaitsApproval(campaign)) {
    const { estimate } = cost
    const range = estimate && {
      low: total(estimate.low, estimate.currency),
      high: total(estimate.high, estimate.currency),
    }
    const text = [
      t('approval.text', { name: launchedBy?.name ?? '' }),
      range && t('approval.cost', { range: t('costRange', range) }),
    ]
    return [{ id: 'approval', tone: 'note', title: t('approval.title'), text: text.filter(Boolean).join(' ') }]
  }
  if (state !== 'paused' || pauseReason === null) return []
  const quiet = pauseReason === 'manual' || pauseReason === 'quiet_hours' || pauseReason === 'limit_reached'
  const facts = {
    ...{ count: counts.pending, left: number.format(counts.pending) },
    ...{ fit: number.format(counts.queued), recipients: number.format(counts.recipients) },
  }
  const note =
    pauseReason === 'held' && campaign.platform.note ? t('platformNote', { note: campaign.platform.note }) : ''
  const until = resumesAt ? t('resumesAt', { date: dateTime(resumesAt, i18n.language, zone) }) : ''
  return [
    {
      id: 'paused',
      tone: quiet ? 'note' : 'warning',
      title: t(`pause.${pauseReason}.title`),
      text:
        pauseReason === 'blocked' ? (
          <BlockedNote campaign={campaign} />
        ) : (
          [note, t(`pause.${pauseReason}.text`, facts), until].filter(Boolean).join(' ')
        ),
      action:
        pauseReason === 'template_paused' && campaign.test?.decision ? (
          <DecideButton campaign={campaign} />
        ) : (
          <Place reason={pauseReason} />
        ),
    },
  ]
}

const Facts = ({ campaign }: { campaign: Campaign }) => {
  const { t, i18n } = useTranslation('campaigns/campaign')
  const zone = useZone()
  const { startedAt, launchedBy, owner, templates } = campaign
  const parts = [
    templates.join(', '),
    startedAt ? t('startedAt', { date: dateTime(startedAt, i18n.language, zone) }) : '',
    (launchedBy ?? owner)?.name ?? '',
  ].filter(Boolean)
  return (
    <Text component="span" size="sm" style={{ overflowWrap: 'anywhere' }}>
      {parts.join(' · ')}
      {campaign.seriesId ? (
        <>
          {' · '}
          <TextLink size="sm" to="/company/campaigns/$id" params={{ id: campaign.seriesId }}>
            {t('series.of')}
          </TextLink>
        </>
      ) : null}
    </Text>
  )
}

type Props = {
  search: CampaignPageSearch
  onSearch: (next: CampaignPageSearch) => void
  /** What was done to it, for people who may read the audit log. */
  audit: ReactNode
}

const One = ({ campaign, search, onSearch, audit }: Props & { campaign: Campaign }) => {
  const { t } = useTranslation('campaigns/campaign')
  const isSeries = campaign.series && campaign.state !== 'draft'
  return (
    <DetailPage<CampaignTab>
      back={
        <TextLink to="/company/campaigns" size="sm">
          {t('all')}
        </TextLink>
      }
      title={campaign.name}
      status={<CampaignStateText state={campaign.state} pauseReason={null} />}
      facts={<Facts campaign={campaign} />}
      more={<CampaignActions campaign={campaign} />}
      summary={useSummary(campaign)}
      problems={useProblems(campaign)}
      tab={isSeries && search.tab === 'recipients' ? 'overview' : (search.tab ?? 'overview')}
      onTab={(tab) => onSearch(tab === 'overview' ? {} : { tab })}
      tabs={[
        {
          value: 'overview',
          label: t('tab.overview'),
          icon: IconChartBar,
          content: isSeries ? (
            <SeriesTab campaign={campaign} />
          ) : (
            <OverviewTab campaign={campaign} search={search} onSearch={onSearch} />
          ),
        },
        // Who gets a series stands with each campaign that it makes.
        ...(isSeries
          ? []
          : [
              {
                value: 'recipients' as const,
                label: t('tab.recipients'),
                icon: IconUsers,
                content: <RecipientsTab campaign={campaign} search={search} onSearch={onSearch} />,
              },
            ]),
        {
          value: 'content',
          label: t('tab.content'),
          icon: IconMessage2,
          content: <ContentTab campaign={campaign} />,
        },
        ...(audit ? [{ value: 'activity' as const, label: t('tab.activity'), icon: IconHistory, content: audit }] : []),
      ]}
    />
  )
}

/** One campaign: how far it is, what came of it, who got it, and what can be done now. */
export const CampaignPage = ({ id, ...page }: Props & { id: string }) => {
  const query = useQuery(campaignQuery(id))
  useInvalidateOn(['campaign.updated'], [campaignsKey])
  const campaign = query.data
  return campaign ? <One key={id} campaign={campaign} {...page} /> : <RecordFallback query={query} tabs />
}
