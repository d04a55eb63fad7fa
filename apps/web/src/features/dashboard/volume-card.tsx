import { Group, Paper, Skeleton, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { DayChart } from '../../components/day-chart.tsx'
import { EmptyState } from '../../components/empty-state.tsx'
import { ErrorState } from '../../components/error-state.tsx'
import { seriesQuery } from './api.ts'

const chartHeight = 280

const tones = { in: 'first', out: 'second', failed: 'failed' } as const

/** Messages in and out per day of the company's calendar. */
export const VolumeCard = ({ days }: { days: number }) => {
  const { t } = useTranslation('dashboard')
  const { data, error, refetch } = useQuery(seriesQuery(days))
  const quiet = data?.points.every((point) => point.in + point.out + point.failed === 0)
  const content = () => {
    if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} compact />
    if (!data) return <Skeleton height={chartHeight} />
    if (quiet) return <EmptyState compact title={t('volume.empty')} description={t('volume.emptyText')} />
    return (
      <DayChart
        title={t('volume.title')}
        points={data.points}
        series={(['in', 'out', 'failed'] as const).map((kind) => ({
          kind,
          label: t(`volume.${kind}`),
          tone: tones[kind],
        }))}
      />
    )
  }
  return (
    <Paper component="section" withBorder p={{ base: 'md', sm: 'lg' }} aria-label={t('volume.title')}>
      <Group justify="space-between" mb="md">
        <Title order={2}>{t('volume.title')}</Title>
        {data ? (
          <Text size="xs" c="dimmed">
            {t('volume.timezone', { timezone: data.timezone.replaceAll('_', ' ') })}
          </Text>
        ) : null}
      </Group>
      {content()}
    </Paper>
  )
}
