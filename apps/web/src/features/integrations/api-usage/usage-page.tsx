import { Group, Paper, SimpleGrid, Stack, Text, Title } from '@mantine/core'
import type { ApiUsage } from '@recado/contracts/integrations/api-usage'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { DayChartCard } from '#web/components/chart/day-chart-card.tsx'
import { FigureCard } from '#web/components/chart/figure-card.tsx'
import { RankChart } from '#web/components/chart/rank-chart.tsx'
import { RetryState } from '#web/components/feedback/retry-state.tsx'
import { usageQuery } from './api.ts'
import { RequestLog } from './request-log.tsx'
import type { UsageSearch } from './search.ts'

const Ranks = ({ usage }: { usage: ApiUsage }) => {
  const { t, i18n } = useTranslation('integrations/api-usage')
  const number = new Intl.NumberFormat(i18n.language)
  const about = (refused: number, p95: number | null) =>
    [t('refusedShort', { count: refused }), p95 === null ? null : t('p95Short', { ms: number.format(p95) })]
      .filter(Boolean)
      .join(' · ')
  const keys = usage.keys.map(({ key, calls, refused, p95 }) => ({
    ...{ key: key.id, value: calls, text: number.format(calls), about: about(refused, p95) },
    label: key.name ?? t('formerKey'),
  }))
  const routes = usage.routes.slice(0, 8).map(({ method, route, calls, refused, p95 }) => ({
    ...{ key: `${method} ${route}`, value: calls, text: number.format(calls), about: about(refused, p95) },
    label: `${method} ${route.replace('/api/v1', '')}`,
  }))
  const statuses = usage.statuses.map(({ status, calls }) => ({
    ...{ key: String(status), value: calls, text: number.format(calls), label: String(status) },
  }))
  const parts = [
    { name: 'byKey', ranks: keys },
    { name: 'byRoute', ranks: routes },
    { name: 'byStatus', ranks: statuses },
  ] as const
  return (
    <SimpleGrid cols={{ base: 1, md: 3 }}>
      {parts.map(({ name, ranks }) => (
        <Paper key={name} withBorder p="md">
          <Title order={3} size="h5" mb="sm">
            {t(name)}
          </Title>
          <RankChart ranks={ranks} />
        </Paper>
      ))}
    </SimpleGrid>
  )
}

type Props = { search: UsageSearch; onSearch: (next: UsageSearch) => void }

/** What programs did with the API within a week: how much, how fast, what was refused, and call by call. */
export const UsagePage = ({ search, onSearch }: Props) => {
  const { t, i18n } = useTranslation('integrations/api-usage')
  const query = useQuery(usageQuery)
  const usage = query.data
  const number = new Intl.NumberFormat(i18n.language)
  if (query.error && !usage) return <RetryState error={query.error} onRetry={() => void query.refetch()} />
  const total = usage?.total
  const shown = (value: number | null | undefined) => (value === undefined ? null : number.format(value ?? 0))
  return (
    <Stack gap="lg">
      <Group justify="space-between">
        <Title order={2} size="h4">
          {t('title')}
        </Title>
        <Text size="sm" c="dimmed">
          {usage ? t('quota', { count: usage.quota.perMinute, limit: number.format(usage.quota.perMinute) }) : null}
        </Text>
      </Group>
      <SimpleGrid cols={{ base: 2, md: 5 }}>
        <FigureCard label={t('calls')} value={shown(total?.calls)} />
        <FigureCard
          label={t('p95')}
          explanation={t('p95Text')}
          value={total ? (total.calls > 0 ? t('ms', { ms: shown(total.p95) }) : '–') : null}
        />
        <FigureCard label={t('refused')} explanation={t('refusedText')} value={shown(total?.refused)} />
        <FigureCard
          label={t('limited')}
          explanation={t('limitedText')}
          value={shown(total?.limited)}
          tone={total && total.limited > 0 ? 'bad' : undefined}
        />
        <FigureCard label={t('messages')} explanation={t('messagesText')} value={shown(usage?.messages.total)} />
      </SimpleGrid>
      {usage && usage.total.calls > 0 ? (
        <>
          <DayChartCard
            title={t('byDay')}
            query={query}
            points={usage.days.map(({ day, calls, refused, limited, failed }) => ({
              ...{ day, done: calls - refused - limited - failed, other: refused + limited + failed },
            }))}
            series={[
              { kind: 'done', label: t('outcome.done'), tone: 'first' },
              { kind: 'other', label: t('notDone'), tone: 'bad' },
            ]}
            file="api-usage"
          />
          <Ranks usage={usage} />
        </>
      ) : null}
      <RequestLog usage={usage} search={search} onSearch={onSearch} />
    </Stack>
  )
}
