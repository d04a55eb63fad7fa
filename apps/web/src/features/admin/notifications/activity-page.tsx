import { Badge, Group, SimpleGrid, Stack, Text } from '@mantine/core'
import { IconActivityHeartbeat } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { DayChartCard } from '#web/components/chart/day-chart-card.tsx'
import { RelativeTime } from '#web/components/content/relative-time.tsx'
import { TextLink } from '#web/components/content/text-link.tsx'
import { EmptyState } from '#web/components/feedback/empty-state.tsx'
import type { DataTableColumn } from '#web/components/table/data-table.tsx'
import { ListPage } from '#web/components/table/list-page.tsx'
import { durationText } from '#web/lib/i18n/figures.ts'
import { useActivityFields } from './activity-fields.ts'
import { type Run, runsQuery, statsQuery } from './api.ts'
import { JobDots, PersonText } from './labels.tsx'
import classes from './notifications.module.css'
import { type RunSearch, validateRunSearch } from './search.ts'
import { useWorkflowTexts } from './use-step-texts.ts'

const tones = { triggers: 'first', messages: 'second', failed: 'bad' } as const

const Queue = ({ waiting, oldest }: { waiting: number; oldest: number }) => {
  const { t, i18n } = useTranslation('admin/notifications')
  const number = new Intl.NumberFormat(i18n.language).format(waiting)
  if (waiting === 0) return null
  return (
    <Text size="sm" c="dimmed">
      {t('activity.waiting', { count: waiting, number })}
      {oldest >= 60 ? ` · ${t('activity.late', { time: durationText(oldest, i18n.language) })}` : ''}
    </Text>
  )
}

const Chart = () => {
  const { t } = useTranslation('admin/notifications')
  const query = useQuery(statsQuery)
  const { data } = query
  const series = (['triggers', 'messages', 'failed'] as const).map((kind) => ({
    kind,
    label: t(`activity.${kind}`),
    tone: tones[kind],
  }))
  return (
    <Stack gap="xs" mb="lg">
      <DayChartCard
        title={t('activity.chart')}
        query={query}
        points={data?.days ?? []}
        series={series}
        file="notifications"
      />
      {data ? <Queue waiting={data.waiting} oldest={data.oldestDueSeconds} /> : null}
    </Stack>
  )
}

const Workflow = ({ run }: { run: Run }) => {
  const { t } = useTranslation('admin/notifications')
  const own = useWorkflowTexts()
  return (
    <Group gap={8} wrap="nowrap">
      <TextLink to="/admin/notifications/activity/$runId" params={{ runId: run.id }} size="sm" truncate>
        {own(run.workflow, run.workflow.name)}
      </TextLink>
      {run.isTest ? (
        <Badge size="xs" variant="light" color="gray">
          {t('activity.test')}
        </Badge>
      ) : null}
    </Group>
  )
}

const useColumns = (): DataTableColumn<Run>[] => {
  const { t } = useTranslation('admin/notifications')
  return [
    {
      accessor: 'createdAt',
      title: t('column.time'),
      render: ({ createdAt }) => (
        <Text size="sm" c="dimmed" style={{ whiteSpace: 'nowrap' }}>
          <RelativeTime value={createdAt} />
        </Text>
      ),
    },
    { accessor: 'workflow', title: t('column.workflow'), render: (run) => <Workflow run={run} /> },
    { accessor: 'jobs', title: t('column.steps'), render: ({ jobs }) => <JobDots jobs={jobs} /> },
    {
      accessor: 'subscriber',
      title: t('column.subscriber'),
      render: ({ subscriber }) => <PersonText person={subscriber} />,
    },
    {
      accessor: 'tenant',
      title: t('column.tenant'),
      render: ({ tenant }) => <Text size="sm">{tenant ? (tenant.name ?? tenant.identifier) : '–'}</Text>,
    },
    {
      accessor: 'transactionId',
      title: t('column.transaction'),
      render: ({ transactionId }) => (
        <Text className={classes.mono ?? ''} c="dimmed" title={transactionId} truncate maw={150}>
          {transactionId}
        </Text>
      ),
    },
  ]
}

type Props = { search: RunSearch; onSearch: (next: RunSearch) => void }

/** What was triggered, for whom, and how far each step is. */
export const ActivityPage = ({ search, onSearch }: Props) => {
  const { t } = useTranslation('admin/notifications')
  const query = useQuery(runsQuery(search))
  const columns = useColumns()
  const { cursor: _, ...filters } = search
  const fields = useActivityFields()
  return (
    <ListPage
      title={t('activity.title')}
      search={search}
      onSearch={onSearch}
      validate={validateRunSearch}
      filters={filters}
      fields={fields}
      find={{ name: 'subscriber', label: t('activity.subscriber') }}
      notice={<Chart />}
      label={t('activity.title')}
      query={query}
      columns={columns}
      empty={
        <EmptyState
          icon={IconActivityHeartbeat}
          title={t('activity.emptyTitle')}
          description={t('activity.emptyText')}
        />
      }
      card={(run) => (
        <Stack gap={8}>
          <Group justify="space-between" wrap="nowrap">
            <Workflow run={run} />
            <Text size="xs" c="dimmed" style={{ whiteSpace: 'nowrap' }}>
              <RelativeTime value={run.createdAt} />
            </Text>
          </Group>
          <SimpleGrid cols={2} style={{ alignItems: 'center' }}>
            <PersonText person={run.subscriber} />
            <Group justify="flex-end">
              <JobDots jobs={run.jobs} />
            </Group>
          </SimpleGrid>
        </Stack>
      )}
    />
  )
}
