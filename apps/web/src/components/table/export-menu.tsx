import { ActionIcon, Menu } from '@mantine/core'
import { type ExportFormat, exportFormats, type Task } from '@recado/contracts/shared/tasks'
import { IconDownload } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useListExport } from '#web/queries/list-export.ts'

/** Opens the choice of what a file is to have. */
export const ExportButton = ({ onClick }: { onClick: () => void }) => {
  const { t } = useTranslation()
  return (
    <ActionIcon size={34} aria-label={t('export.title')} title={t('export.title')} onClick={onClick}>
      <IconDownload size={18} stroke={1.7} />
    </ActionIcon>
  )
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
