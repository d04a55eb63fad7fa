import { Button, Group, Paper, SimpleGrid, Stack, Text } from '@mantine/core'
import type { TemplateDetail } from '@recado/contracts/templates'
import { IconChartBar, IconRefresh } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { DayChart } from '../../components/day-chart.tsx'
import { EmptyState } from '../../components/empty-state.tsx'
import { ErrorState } from '../../components/error-state.tsx'
import { useCan } from '../../lib/session.ts'
import { toastError } from '../../lib/toasts.ts'
import { analyticsQuery, useRefreshAnalytics } from './api.ts'

const DAYS = 90
const kinds = ['sent', 'delivered', 'read', 'clicked'] as const

const lastDays = (count: number): string[] =>
  Array.from({ length: count }, (_, index) =>
    new Date(Date.now() - (count - 1 - index) * 86_400_000).toISOString().slice(0, 10),
  )

/** What Meta counted of the template, by day. */
export const Analytics = ({ template }: { template: TemplateDetail }) => {
  const { t, i18n } = useTranslation('templates')
  const can = useCan()
  const query = useQuery(analyticsQuery(template.id))
  const refresh = useRefreshAnalytics(template.id)
  const number = new Intl.NumberFormat(i18n.language)
  const percent = new Intl.NumberFormat(i18n.language, { style: 'percent', maximumFractionDigits: 1 })
  if (!template.live)
    return <EmptyState icon={IconChartBar} title={t('analytics.none')} description={t('analytics.noneText')} />
  if (query.error) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />
  const button = can('templates.write') ? (
    <Button
      variant="default"
      leftSection={<IconRefresh size={17} />}
      loading={refresh.isPending}
      onClick={() => refresh.mutate(undefined, { onError: (error) => toastError(i18n, error) })}
    >
      {t(query.data?.enabled ? 'analytics.refresh' : 'analytics.enable')}
    </Button>
  ) : null
  if (!query.data?.enabled)
    return (
      <EmptyState icon={IconChartBar} title={t('analytics.off')} description={t('analytics.offText')} action={button} />
    )
  const { total, days } = query.data
  const byDay = new Map(days.map((day) => [day.day, day]))
  const points = lastDays(DAYS).map((day) => ({
    day,
    sent: byDay.get(day)?.sent ?? 0,
    delivered: byDay.get(day)?.delivered ?? 0,
    read: byDay.get(day)?.read ?? 0,
  }))
  return (
    <Stack gap="md">
      <Group justify="space-between">
        <Text size="sm" c="dimmed">
          {t('analytics.period')}
        </Text>
        {button}
      </Group>
      <SimpleGrid cols={{ base: 2, sm: 4 }}>
        {kinds.map((kind) => (
          <Paper key={kind} withBorder p="md">
            <Text size="sm" c="dimmed">
              {t(`figures.${kind}`)}
            </Text>
            <Text size="xl" fw={650}>
              {number.format(total[kind])}
            </Text>
            {kind === 'sent' || total.sent === 0 ? null : (
              <Text size="sm" c="dimmed">
                {percent.format(total[kind] / total.sent)}
              </Text>
            )}
          </Paper>
        ))}
      </SimpleGrid>
      <Paper withBorder p="md">
        <DayChart
          title={t('analytics.title')}
          points={points}
          series={[
            { kind: 'sent', label: t('figures.sent'), tone: 'first' },
            { kind: 'read', label: t('figures.read'), tone: 'second' },
          ]}
        />
      </Paper>
    </Stack>
  )
}
