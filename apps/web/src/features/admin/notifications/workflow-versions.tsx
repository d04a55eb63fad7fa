import { Badge, Button, Group, Text, VisuallyHidden } from '@mantine/core'
import { restoreNotificationWorkflowVersion } from '@recado/contracts/admin/notification-workflows'
import { IconHistory } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { RelativeTime } from '#web/components/content/relative-time.tsx'
import { ConfirmDialog } from '#web/components/feedback/confirm-dialog.tsx'
import { DataTable, type DataTableColumn } from '#web/components/table/data-table.tsx'
import { call } from '#web/lib/api/api.ts'
import { toastSuccess } from '#web/lib/ui/toasts.ts'
import { versionsQuery, type WorkflowDetail, type WorkflowVersion } from './api.ts'
import { useWorkflowActions } from './use-workflow-actions.ts'

type Row = WorkflowVersion & { id: string }

/** What a workflow said before; an earlier version can be made the current one again. */
export const WorkflowVersions = ({ workflow }: { workflow: WorkflowDetail }) => {
  const { t } = useTranslation('admin/notifications')
  const { refresh } = useWorkflowActions()
  const [chosen, setChosen] = useState<number | null>(null)
  const query = useQuery({
    ...versionsQuery(workflow.id),
    select: ({ data }) => ({ data: data.map((row): Row => ({ ...row, id: String(row.version) })) }),
  })
  const restore = async (version: number) => {
    await call(restoreNotificationWorkflowVersion, { params: { id: workflow.id, version } })
    await refresh()
    toastSuccess(t('versions.restored', { version }))
  }
  const action = ({ version }: Row) =>
    version === workflow.version ? (
      <Badge variant="light">{t('versions.current')}</Badge>
    ) : (
      <Button
        size="compact-sm"
        variant="light"
        leftSection={<IconHistory size={15} />}
        aria-label={t('versions.restoreOf', { version })}
        onClick={() => setChosen(version)}
      >
        {t('versions.restore')}
      </Button>
    )
  const columns: DataTableColumn<Row>[] = [
    { accessor: 'version', title: t('versions.version'), render: ({ version }) => `#${version}` },
    { accessor: 'name', title: t('field.name') },
    { accessor: 'steps', title: t('column.steps'), textAlign: 'right' },
    {
      accessor: 'createdAt',
      title: t('versions.saved'),
      render: ({ createdAt }) => (
        <Text size="sm">
          <RelativeTime value={createdAt} />
        </Text>
      ),
    },
    { accessor: 'createdBy', title: t('versions.by'), render: ({ createdBy }) => createdBy ?? '–' },
    {
      accessor: 'actions',
      title: <VisuallyHidden>{t('common:actions')}</VisuallyHidden>,
      textAlign: 'right',
      render: action,
    },
  ]
  return (
    <>
      <DataTable
        label={t('workflow.tab.versions')}
        query={query}
        columns={columns}
        card={(row) => (
          <Group justify="space-between" wrap="nowrap">
            <div>
              <Text size="sm" fw={600}>
                #{row.version} {row.name}
              </Text>
              <Text size="xs" c="dimmed">
                <RelativeTime value={row.createdAt} />
                {row.createdBy ? ` · ${row.createdBy}` : ''}
              </Text>
            </div>
            {action(row)}
          </Group>
        )}
      />
      <ConfirmDialog
        opened={chosen !== null}
        title={t('versions.restoreTitle', { version: chosen ?? '' })}
        confirmLabel={t('versions.restore')}
        onClose={() => setChosen(null)}
        onConfirm={() => (chosen === null ? undefined : restore(chosen))}
      >
        {t('versions.restoreText')}
      </ConfirmDialog>
    </>
  )
}
