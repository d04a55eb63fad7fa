import { Paper, SimpleGrid, Stack, Text } from '@mantine/core'
import type { CampaignAnalytics } from '@recado/contracts/campaigns/analytics'
import type { Campaign } from '@recado/contracts/campaigns/campaigns'
import { graphErrorTextKey } from '@recado/contracts/whatsapp/graph-errors'
import { IconChartBar } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '#web/components/campaign/use-error-text.ts'
import { ChartCard } from '#web/components/chart/chart-card.tsx'
import { FigureCard } from '#web/components/chart/figure-card.tsx'
import { ListCard } from '#web/components/chart/list-card.tsx'
import { RankChart } from '#web/components/chart/rank-chart.tsx'
import { TimeChart } from '#web/components/chart/time-chart.tsx'
import { EmptyState } from '#web/components/feedback/empty-state.tsx'
import { LazyOnVisible } from '#web/components/page/lazy-on-visible.tsx'
import { datesIn, hourSpan } from '#web/lib/i18n/dates.ts'
import { useMoney } from '#web/lib/i18n/money.ts'
import { useZone } from '#web/lib/i18n/use-zone.ts'
import { channelsQuery } from '#web/queries/channels.ts'
import { analyticsQuery } from './api.ts'
import classes from './campaign.module.css'
import { ConversionsCard } from './conversions-card.tsx'
import { GroupsCard } from './groups-card.tsx'
import type { CampaignPageSearch } from './search.ts'
import { useNumbers } from './use-numbers.ts'
import { VariantsCard } from './variants-card.tsx'

type Kind = 'sent' | 'delivered' | 'read' | 'failed'
const kinds = { sent: 'first', delivered: 'second', read: 'good', failed: 'bad' } as const satisfies Record<
  Kind,
  string
>
const chartKinds: readonly Kind[] = ['sent', 'delivered', 'read', 'failed']

const useSeries = () => {
  const { t } = useTranslation('campaigns/campaign')
  return chartKinds.map((kind) => ({ kind, label: t(`step.${kind}`), tone: kinds[kind] }))
}

const countsOf = (part: Record<Kind, number>) => new Map(chartKinds.map((kind) => [kind, part[kind]]))

type Part = { campaign: Campaign; data: CampaignAnalytics }

const Figures = ({ campaign: { id, counts }, data }: Part) => {
  const { t } = useTranslation('campaigns/campaign')
  const { number, share } = useNumbers()
  const { money, total } = useMoney()
  const { cost } = data
  const to = `/company/campaigns/${id}`
  const recipients = (state: string) => ({ to, search: { tab: 'recipients', state } })
  return (
    <SimpleGrid cols={{ base: 2, sm: 3, lg: 6 }} spacing="md">
      <FigureCard
        label={t('figure.submitted')}
        explanation={t('figure.submittedText')}
        value={number(counts.sent)}
        below={t('figure.of', { count: counts.recipients, formatted: number(counts.recipients) })}
      />
      <FigureCard
        label={t('figure.delivered')}
        value={share(counts.delivered, counts.sent)}
        below={number(counts.delivered)}
      />
      <FigureCard
        label={t('figure.replied')}
        explanation={t('figure.repliedText')}
        value={number(counts.replied)}
        link={recipients('replied')}
        below={share(counts.replied, counts.delivered)}
      />
      <FigureCard
        label={t('figure.failed')}
        value={number(counts.failed)}
        tone={counts.failed > 0 ? 'bad' : undefined}
        link={recipients('failed')}
        below={share(counts.failed, counts.recipients)}
      />
      <FigureCard
        label={t('figure.optedOut')}
        explanation={t('figure.optedOutText')}
        value={number(counts.optedOut)}
        below={share(counts.optedOut, counts.delivered)}
      />
      <FigureCard
        label={t('figure.cost')}
        explanation={t('figure.costText')}
        value={total(cost.amount, cost.currency)}
        below={
          cost.perReply === null
            ? t('figure.noReply')
            : t('figure.perReply', { cost: money(cost.perReply, cost.currency) })
        }
      />
    </SimpleGrid>
  )
}

const Funnel = ({ campaign: { counts, content }, data }: Part) => {
  const { t } = useTranslation('campaigns/campaign')
  const { number, share } = useNumbers()
  const steps = [
    ['recipients', counts.recipients],
    ['sent', counts.sent],
    ['delivered', counts.delivered],
    ['read', counts.read],
    ...(content.trackLinks && (data.links.length > 0 || counts.clicked > 0)
      ? ([['clicked', counts.clicked]] as const)
      : []),
    ['replied', counts.replied],
  ] as const
  const most = Math.max(1, counts.recipients)
  return (
    <ListCard title={t('funnel.title')}>
      <ol className={classes.funnel}>
        {steps.map(([step, count]) => (
          <li key={step} className={classes.step}>
            <span className={classes.stepHead}>
              <span>{t(`step.${step}`)}</span>
              <span>
                <b>{number(count)}</b> · {share(count, most)}
              </span>
            </span>
            <span className={classes.track} aria-hidden="true">
              <i style={{ width: `${Math.min(100, (count / most) * 100)}%` }} />
            </span>
          </li>
        ))}
      </ol>
      <Stack gap={4} mt="md">
        {data.awaiting > 0 ? (
          <Text size="sm" c="dimmed">
            {t('funnel.awaiting', { count: data.awaiting, formatted: number(data.awaiting) })}
          </Text>
        ) : null}
        <Text size="sm" c="dimmed">
          {t('funnel.note')}
        </Text>
      </Stack>
    </ListCard>
  )
}

const OverTime = ({ data }: Part) => {
  const { t, i18n } = useTranslation('campaigns/campaign')
  const series = useSeries()
  const dates = datesIn(i18n.language, useZone())
  const points = data.overTime.map((point) => ({
    label: dates.full(point.at),
    short: dates.clock(point.at),
    counts: countsOf(point),
  }))
  return (
    <ChartCard
      title={t('overTime.title')}
      explanation={t('overTime.text')}
      query={{ data, error: null, refetch: () => undefined }}
      empty={points.length === 0}
      file="campaign-over-time"
      readable={false}
      rows={{
        head: [t('overTime.hour'), ...series.map(({ label }) => label)],
        body: points.map(({ label, counts }) => [label, ...chartKinds.map((kind) => counts.get(kind) ?? 0)]),
      }}
    >
      <TimeChart label={t('overTime.title')} points={points} series={series} />
    </ChartCard>
  )
}

const Hours = ({ data }: Part) => {
  const { t } = useTranslation('campaigns/campaign')
  const series = useSeries().filter(({ kind }) => kind !== 'sent' && kind !== 'failed')
  const byHour = new Map(data.hours.map((one) => [one.hour, one]))
  const none = { sent: 0, delivered: 0, read: 0, failed: 0 }
  const points = Array.from({ length: 24 }, (_, hour) => ({
    label: hourSpan(hour),
    short: String(hour).padStart(2, '0'),
    counts: countsOf(byHour.get(hour) ?? none),
  }))
  return (
    <ChartCard
      title={t('hours.title')}
      explanation={t('hours.text')}
      query={{ data, error: null, refetch: () => undefined }}
      empty={data.hours.length === 0}
      file="campaign-by-hour"
      readable={false}
      rows={{
        head: [t('overTime.hour'), ...series.map(({ label }) => label)],
        body: points.map(({ label, counts }) => [label, ...series.map(({ kind }) => counts.get(kind) ?? 0)]),
      }}
    >
      <TimeChart label={t('hours.title')} points={points} series={series} />
    </ChartCard>
  )
}

const Errors = ({ campaign, data }: Part) => {
  const { t } = useTranslation(['campaigns/campaign', 'whatsapp/graph-errors'])
  const errorText = useErrorText()
  const { number } = useNumbers()
  const link = (errorClass: string) => ({
    to: `/company/campaigns/${campaign.id}`,
    search: { tab: 'recipients', errorClass },
  })
  return (
    <ListCard title={t('errors.title')}>
      <RankChart
        tone="bad"
        ranks={data.errors.map(({ errorClass, errorCode, count }) => {
          const key = graphErrorTextKey(errorCode)
          return {
            key: `${errorClass} ${errorCode}`,
            label: errorText(errorClass, errorCode),
            about: t(`whatsapp/graph-errors:${key}.next`, { defaultValue: '' }),
            value: count,
            text: number(count),
            link: link(errorClass),
          }
        })}
      />
    </ListCard>
  )
}

const Skipped = ({ campaign, data }: Part) => {
  const { t } = useTranslation('campaigns/campaign')
  const { number } = useNumbers()
  return (
    <ListCard title={t('skipped.title')}>
      <RankChart
        ranks={data.skipped
          .toSorted((a, b) => b.count - a.count)
          .map(({ reason, count }) => ({
            key: reason,
            label: t(`reason.${reason}`),
            value: count,
            text: number(count),
            link: { to: `/company/campaigns/${campaign.id}`, search: { tab: 'recipients', reason } },
          }))}
      />
    </ListCard>
  )
}

const Numbers = ({ data }: Part) => {
  const { t } = useTranslation('campaigns/campaign')
  const { number, share } = useNumbers()
  const { data: channels } = useQuery(channelsQuery)
  return (
    <ListCard title={t('numbers.title')}>
      <RankChart
        ranks={data.channels.map(({ channelId, sent, delivered, failed }) => ({
          key: channelId,
          label: channels?.data.find(({ id }) => id === channelId)?.name ?? t('numbers.gone'),
          about: t('numbers.about', { delivered: share(delivered, sent), failed: number(failed) }),
          value: sent,
          text: number(sent),
        }))}
      />
    </ListCard>
  )
}

const Answers = ({ data }: Part) => {
  const { t } = useTranslation(['campaigns/campaign', 'campaigns/replies'])
  const { number, share } = useNumbers()
  return (
    <>
      {data.buttons.length > 0 ? (
        <ListCard title={t('buttons.title')}>
          <RankChart
            ranks={data.buttons.map(({ text, count }) => ({
              key: text,
              label: text,
              value: count,
              text: number(count),
            }))}
          />
        </ListCard>
      ) : null}
      {data.replies.length > 0 ? (
        <ListCard title={t('campaigns/replies:title')}>
          <RankChart
            ranks={data.replies.map(({ button, count, gone }) => ({
              key: button ?? '',
              label: button ?? t('campaigns/replies:other'),
              about: gone > 0 ? t('campaigns/replies:gone', { count: gone, formatted: number(gone) }) : undefined,
              value: count,
              text: number(count),
            }))}
          />
        </ListCard>
      ) : null}
      {data.links.length > 0 ? (
        <ListCard title={t('links.title')}>
          <RankChart
            ranks={data.links.map(({ url, key, clicks, people }) => ({
              key: url ?? `${key}`,
              label: url ?? t('links.own', { name: key }),
              about: t('links.about', {
                clicks: t('links.clicks', { count: clicks, formatted: number(clicks) }),
                share: share(people, data.counts.delivered),
              }),
              value: people,
              text: t('links.people', { count: people, formatted: number(people) }),
            }))}
          />
        </ListCard>
      ) : null}
    </>
  )
}

const Lift = ({ data: { lift } }: Part) => {
  const { t } = useTranslation('campaigns/campaign')
  const { number, percent, points } = useNumbers()
  if (!lift) return null
  return (
    <ListCard title={t('lift.title')}>
      <Text size="sm">
        {t('lift.text', {
          holdout: number(lift.holdout),
          wrote: percent(lift.rate.value),
          replied: percent(lift.sentRate.value),
        })}
      </Text>
      <Text size="sm" mt="xs">
        {t('lift.difference', {
          value: points(lift.difference.value),
          low: points(lift.difference.low),
          high: points(lift.difference.high),
        })}
      </Text>
    </ListCard>
  )
}

type Props = { campaign: Campaign; search: CampaignPageSearch; onSearch: (next: CampaignPageSearch) => void }

/** What came of a campaign: figures, funnel, time, variants, errors, answers, orders, groups. */
export const OverviewTab = ({ campaign, ...place }: Props) => {
  const { t } = useTranslation('campaigns/campaign')
  const query = useQuery(analyticsQuery(campaign.id))
  if (campaign.counts.recipients === 0 && (campaign.state === 'draft' || campaign.state === 'scheduled'))
    return <EmptyState icon={IconChartBar} title={t('nothingYet.title')} description={t('nothingYet.text')} />
  const { data } = query
  if (!data)
    return (
      <ListCard title={t('funnel.title')} query={query}>
        {null}
      </ListCard>
    )
  const part = { campaign, data }
  return (
    <Stack gap="md">
      <Figures {...part} />
      <div className={classes.grid}>
        <Funnel {...part} />
        <OverTime {...part} />
        {data.variants.length > 1 ? (
          <Paper className={classes.wide ?? ''} bg="transparent">
            <VariantsCard {...part} />
          </Paper>
        ) : null}
        {data.errors.length > 0 ? <Errors {...part} /> : null}
        {data.skipped.length > 0 ? <Skipped {...part} /> : null}
        <Answers {...part} />
        <Lift {...part} />
        <LazyOnVisible height={160}>
          <ConversionsCard id={campaign.id} {...place} />
        </LazyOnVisible>
        {data.channels.length > 1 ? <Numbers {...part} /> : null}
        {data.hours.length > 1 ? <Hours {...part} /> : null}
        <div className={classes.wide ?? ''}>
          <LazyOnVisible height={160}>
            <GroupsCard campaign={campaign} {...place} />
          </LazyOnVisible>
        </div>
      </div>
    </Stack>
  )
}
