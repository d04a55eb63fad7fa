import { Button, Group, SegmentedControl, SimpleGrid, Stack, Text } from '@mantine/core'
import type { TemplateAnalytics } from '@recado/contracts/whatsapp/template-analytics'
import type { TemplateDetail } from '@recado/contracts/whatsapp/templates'
import { IconChartBar, IconRefresh } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Trans, useTranslation } from 'react-i18next'
import { DayChartCard } from '#web/components/chart/day-chart-card.tsx'
import { FigureCard } from '#web/components/chart/figure-card.tsx'
import { RelativeTime } from '#web/components/content/relative-time.tsx'
import { TextLink } from '#web/components/content/text-link.tsx'
import { EmptyState } from '#web/components/feedback/empty-state.tsx'
import { RetryState } from '#web/components/feedback/retry-state.tsx'
import { Preloader } from '#web/components/page/preloader.tsx'
import { useCan } from '#web/lib/session/session.ts'
import { analyticsQuery, useRefreshAnalytics } from './api.ts'

const DAYS = 90
const kinds = ['sent', 'delivered', 'read', 'clicked'] as const
type FigureName = (typeof kinds)[number] | 'failed'

const lastDays = (count: number): string[] =>
  Array.from({ length: count }, (_, index) =>
    new Date(Date.now() - (count - 1 - index) * 86_400_000).toISOString().slice(0, 10),
  )

type Figures = TemplateAnalytics['total'] & { failed?: number }

const Tiles = ({ label, figures, names }: { label: string; figures: Figures; names: readonly FigureName[] }) => {
  const { t, i18n } = useTranslation('whatsapp/templates')
  const number = new Intl.NumberFormat(i18n.language)
  const percent = new Intl.NumberFormat(i18n.language, { style: 'percent', maximumFractionDigits: 1 })
  return (
    <SimpleGrid cols={{ base: 2, sm: names.length }} role="group" aria-label={label}>
      {names.map((name) => {
        const value = figures[name] ?? 0
        return (
          <FigureCard
            key={name}
            label={t(`figures.${name}`)}
            value={number.format(value)}
            tone={name === 'failed' && value > 0 ? 'bad' : undefined}
            below={
              name === 'sent' || figures.sent === 0 ? null : (
                <Text size="sm" c="dimmed">
                  {percent.format(value / figures.sent)}
                </Text>
              )
            }
          />
        )
      })}
    </SimpleGrid>
  )
}

type Source = 'meta' | 'own'
type Query = { error: unknown; refetch: () => unknown }

const Chart = ({ query, source }: { query: { data: TemplateAnalytics } & Query; source: Source }) => {
  const { t } = useTranslation('whatsapp/templates')
  const byDay = new Map(query.data.days.map((day) => [day.day, source === 'meta' ? day : day.own]))
  const points = lastDays(DAYS).map((day) => ({
    day,
    sent: byDay.get(day)?.sent ?? 0,
    read: byDay.get(day)?.read ?? 0,
  }))
  return (
    <DayChartCard
      title={t('analytics.title')}
      query={query}
      points={points}
      series={[
        { kind: 'sent', label: t('figures.sent'), tone: 'first' },
        { kind: 'read', label: t('figures.read'), tone: 'second' },
      ]}
      file="template"
    />
  )
}

/** Counts again; `enable` has Meta count from now on, which cannot be undone. */
const Refresh = ({ template, enable }: { template: TemplateDetail; enable: boolean }) => {
  const { t } = useTranslation('whatsapp/templates')
  const refresh = useRefreshAnalytics(template.id)
  return (
    <Button
      variant="default"
      leftSection={<IconRefresh size={17} />}
      loading={refresh.isPending}
      onClick={() => refresh.mutate(enable)}
    >
      {t(enable ? 'analytics.enable' : 'analytics.refresh')}
    </Button>
  )
}

/** What Meta and we counted of the template, by day. */
export const Analytics = ({ template }: { template: TemplateDetail }) => {
  const { t } = useTranslation('whatsapp/templates')
  const can = useCan()
  const query = useQuery(analyticsQuery(template.id))
  const [wanted, setWanted] = useState<Source | null>(null)
  if (!template.live)
    return <EmptyState icon={IconChartBar} title={t('analytics.none')} description={t('analytics.noneText')} />
  if (query.error) return <RetryState error={query.error} onRetry={query.refetch} />
  if (!query.data) return <Preloader />
  const { data } = query
  const source = wanted ?? (data.enabled ? 'meta' : 'own')
  const off = source === 'meta' && !data.enabled
  const write = can('templates.write')
  return (
    <Stack gap="md">
      <Group justify="space-between">
        <SegmentedControl
          aria-label={t('analytics.source')}
          value={source}
          onChange={(next) => setWanted(next === 'meta' ? 'meta' : 'own')}
          data={[
            { value: 'meta', label: t('analytics.meta') },
            { value: 'own', label: t('analytics.own') },
          ]}
        />
        <Group gap="sm">
          {can('messages.view') ? (
            <TextLink
              to="/company/messages"
              search={{ template: template.name, from: lastDays(DAYS)[0] ?? '' }}
              size="sm"
            >
              {t('analytics.messages')}
            </TextLink>
          ) : null}
          {write && !off ? <Refresh template={template} enable={false} /> : null}
        </Group>
      </Group>
      <Text size="sm" c="dimmed">
        {t(source === 'meta' ? 'analytics.period' : 'analytics.ownPeriod')}{' '}
        {data.countedAt ? (
          <>
            <Trans t={t} i18nKey="analytics.counted" components={{ time: <RelativeTime value={data.countedAt} /> }} />
          </>
        ) : null}
      </Text>
      {off ? (
        <EmptyState
          icon={IconChartBar}
          title={t('analytics.off')}
          description={t('analytics.offText')}
          action={write ? <Refresh template={template} enable /> : undefined}
        />
      ) : (
        <>
          <Tiles
            label={t('analytics.period')}
            figures={source === 'meta' ? data.total : data.own}
            names={source === 'meta' ? kinds : [...kinds, 'failed']}
          />
          <Chart query={{ ...query, data }} source={source} />
        </>
      )}
    </Stack>
  )
}
