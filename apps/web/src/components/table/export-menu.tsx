import { ActionIcon, Menu } from '@mantine/core'
import { type ExportFormat, exportFormats, type Task } from '@recado/contracts/shared/tasks'
import { IconDownload } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { tasksKey } from '#web/lib/realtime/task-key.ts'
import { toastSuccess } from '#web/lib/ui/toasts.ts'

/** Starts an export, and says where the file will be. */
export const useListExport = (start: (format: ExportFormat) => Promise<Task>) => {
  const { t } = useTranslation()
  const client = useQueryClient()
  return useMutation({
    mutationFn: start,
    onSuccess: () => {
      void client.invalidateQueries({ queryKey: tasksKey })
      toastSuccess(t('export.started'))
    },
  })
}

/** Starts an export of what a page shows. */
export const ExportMenu = ({ start }: { start: (format: ExportFormat) => Promise<Task> }) => {
  const { t } = useTranslation()
  const { mutate, isPending } = useListExport(start)
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon size={34} aria-label={t('export.title')} title={t('export.title')} loading={isPending}>
          <IconDownload size={18} stroke={1.7} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {exportFormats.map((format) => (
          <Menu.Item key={format} onClick={() => mutate(format)}>
            {t(`export.${format}`)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
