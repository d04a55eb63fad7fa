import { Badge, Button, Group, Stack, Text, Title } from '@mantine/core'
import { type listFailedJobs, settleFailedJobs } from '@recado/contracts/admin/system'
import type { EndpointResponse } from '@recado/contracts/endpoint'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { RelativeTime } from '#web/components/content/relative-time.tsx'
import { TextLink } from '#web/components/content/text-link.tsx'
import { ConfirmDialog } from '#web/components/feedback/confirm-dialog.tsx'
import { EmptyState } from '#web/components/feedback/empty-state.tsx'
import { DataTable, type DataTableColumn } from '#web/components/table/data-table.tsx'
import { call } from '#web/lib/api/api.ts'
import { toastSuccess } from '#web/lib/ui/toasts.ts'
import { systemKey } from '#web/queries/system.ts'
import { failedJobsQuery } from './api.ts'

type Job = EndpointResponse<typeof listFailedJobs>['data'][number]
type Asked = { action: 'retry' | 'discard'; job: Job | null }

const useColumns = (ask: (asked: Asked) => void): DataTableColumn<Job>[] => {
  const { t } = useTranslation('admin/system')
  return [
    { accessor: 'name', title: t('job'), render: ({ name }) => <code>{name}</code> },
    {
      accessor: 'company',
      title: t('company'),
      render: ({ company }) =>
        company ? (
          <TextLink to="/all-companies" search={{ open: company.id }} size="sm">
            {company.name}
          </TextLink>
        ) : (
          t('platform')
        ),
    },
    {
      accessor: 'error',
      title: t('error'),
      render: ({ error, setAside }) =>
        setAside ? (
          <Stack gap={4} align="flex-start" maw={420}>
            <Badge color="red" variant="light">
              {t('setAside')}
            </Badge>
            <Text size="sm">{t('setAsideText')}</Text>
          </Stack>
        ) : (
          <Text size="sm" maw={420} lineClamp={3} style={{ overflowWrap: 'anywhere' }}>
            {error}
          </Text>
        ),
    },
    { accessor: 'finishedAt', title: t('gaveUp'), render: (row) => <RelativeTime value={row.finishedAt} /> },
    {
      accessor: 'actions',
      title: t('action'),
      render: (job) => (
        <Group gap={4} wrap="nowrap">
          <Button size="compact-sm" variant="light" onClick={() => ask({ action: 'retry', job })}>
            {t('retry')}
          </Button>
          <Button size="compact-sm" variant="subtle" onClick={() => ask({ action: 'discard', job })}>
            {t('discard')}
          </Button>
        </Group>
      ),
    },
  ]
}

type Props = { cursor: string | undefined; onCursor: (cursor: string | undefined) => void }

/** Jobs that gave up: what they were, why, and having them run once more or letting them go. */
export const FailedJobs = ({ cursor, onCursor }: Props) => {
  const { t } = useTranslation('admin/system')
  const client = useQueryClient()
  const query = useQuery(failedJobsQuery(cursor))
  const [asked, setAsked] = useState<Asked | null>(null)
  const columns = useColumns(setAsked)
  const newest = cursor ? undefined : query.data?.data[0]?.finishedAt
  const settle = async () => {
    if (!asked) return
    const jobs = asked.job ? { ids: [asked.job.id] } : newest ? { until: newest } : null
    if (!jobs) return
    const { changed } = await call(settleFailedJobs, { body: { action: asked.action, jobs } })
    toastSuccess(t(`${asked.action}Done`, { count: changed }))
    onCursor(undefined)
    await client.invalidateQueries({ queryKey: systemKey })
  }
  return (
    <div>
      <Group justify="space-between" mb="sm">
        <Title order={2} fz="md" id="failed-jobs-title" tabIndex={-1}>
          {t('card.failedJobs')}
        </Title>
        {newest ? (
          <Group gap="xs">
            <Button size="compact-sm" variant="light" onClick={() => setAsked({ action: 'retry', job: null })}>
              {t('retryAll')}
            </Button>
            <Button size="compact-sm" variant="subtle" onClick={() => setAsked({ action: 'discard', job: null })}>
              {t('discardAll')}
            </Button>
          </Group>
        ) : null}
      </Group>
      <DataTable
        label={t('card.failedJobs')}
        query={query}
        columns={columns}
        cursor={cursor}
        onCursor={onCursor}
        empty={<EmptyState kind="done" title={t('noFailedJobs')} description={t('noFailedJobsText')} />}
        card={(job) => columns.map((column) => <div key={String(column.accessor)}>{column.render?.(job, 0)}</div>)}
      />
      <ConfirmDialog
        opened={asked !== null}
        title={asked ? t(`${asked.action}${asked.job ? '' : 'All'}Title`) : ''}
        confirmLabel={asked ? t(asked.action) : ''}
        danger={asked?.action === 'discard'}
        onConfirm={settle}
        onClose={() => setAsked(null)}
      >
        {asked ? t(`${asked.action}Text`) : null}
      </ConfirmDialog>
    </div>
  )
}
