import { Group, Paper, Skeleton, Table, Text, Title, VisuallyHidden } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '../../components/empty-state.tsx'
import { ErrorState } from '../../components/error-state.tsx'
import { type Series, seriesQuery } from './api.ts'
import { VolumeChart } from './volume-chart.tsx'

const chartHeight = 280

const DataForReaders = ({ points }: { points: Series['points'] }) => {
  const { t } = useTranslation('dashboard')
  return (
    <VisuallyHidden>
      <Table>
        <Table.Caption>{t('volume.title')}</Table.Caption>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('volume.day')}</Table.Th>
            <Table.Th>{t('volume.in')}</Table.Th>
            <Table.Th>{t('volume.out')}</Table.Th>
            <Table.Th>{t('volume.failed')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {points.map((point) => (
            <Table.Tr key={point.day}>
              <Table.Th>{point.day}</Table.Th>
              <Table.Td>{point.in}</Table.Td>
              <Table.Td>{point.out}</Table.Td>
              <Table.Td>{point.failed}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </VisuallyHidden>
  )
}

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
      <>
        <div aria-hidden="true">
          <VolumeChart points={data.points} />
        </div>
        <DataForReaders points={data.points} />
      </>
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
