import { Button, Text, VisuallyHidden } from '@mantine/core'
import { revertSettings } from '@recado/contracts/shared/settings'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { RelativeTime } from '#web/components/content/relative-time.tsx'
import { ConfirmDialog } from '#web/components/feedback/confirm-dialog.tsx'
import { EmptyState } from '#web/components/feedback/empty-state.tsx'
import { DataTable } from '#web/components/table/data-table.tsx'
import { call } from '#web/lib/api/api.ts'
import { toastSuccess } from '#web/lib/ui/toasts.ts'
import { settingsKey, versionsQuery } from './api.ts'

/** Former saves, any of which can be brought back. */
export const VersionsList = ({ current }: { current: number }) => {
  const { t } = useTranslation('admin/settings')
  const client = useQueryClient()
  const query = useQuery(versionsQuery)
  const [asked, setAsked] = useState<number | null>(null)
  const revert = async (version: number) => {
    await call(revertSettings, { params: { version } })
    await client.invalidateQueries({ queryKey: settingsKey })
    toastSuccess(t('reverted', { version }))
  }
  return (
    <>
      <DataTable
        label={t('tab.versions')}
        query={query}
        empty={<EmptyState title={t('noVersions')} />}
        columns={[
          { accessor: 'version', title: t('column.version') },
          { accessor: 'tab', title: t('column.tab'), render: ({ tab }) => t(`tab.${tab}`) },
          { accessor: 'author', title: t('column.author'), render: ({ author }) => author ?? '–' },
          {
            accessor: 'createdAt',
            title: t('column.when'),
            render: ({ createdAt }) => (
              <Text size="sm" c="dimmed">
                <RelativeTime value={createdAt} />
              </Text>
            ),
          },
          {
            accessor: 'actions',
            title: <VisuallyHidden>{t('common:actions')}</VisuallyHidden>,
            textAlign: 'right',
            render: ({ version }) =>
              version === current ? (
                t('currentVersion')
              ) : (
                <Button size="compact-sm" variant="light" onClick={() => setAsked(version)}>
                  {t('bringBack')}
                </Button>
              ),
          },
        ]}
      />
      <ConfirmDialog
        opened={asked !== null}
        title={t('bringBackTitle', { version: asked })}
        confirmLabel={t('bringBack')}
        onClose={() => setAsked(null)}
        onConfirm={() => (asked === null ? undefined : revert(asked))}
      >
        {t('bringBackText')}
      </ConfirmDialog>
    </>
  )
}
