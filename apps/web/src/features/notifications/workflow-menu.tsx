import { ActionIcon, Menu } from '@mantine/core'
import { IconCopy, IconDotsVertical, IconPencil, IconTrash } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'

type Props = {
  workflow: { id: string; name: string }
  onDuplicate: () => void
  onDelete: () => void
}

/** Further actions of one workflow. */
export const WorkflowMenu = ({ workflow, onDuplicate, onDelete }: Props) => {
  const { t } = useTranslation('notifications')
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon aria-label={t('workflows.actionsOf', { name: workflow.name })}>
          <IconDotsVertical size={18} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          leftSection={<IconPencil size={16} />}
          renderRoot={(props) => (
            <Link to="/admin/notifications/workflows/$id/edit" params={{ id: workflow.id }} {...props} />
          )}
        >
          {t('workflows.edit')}
        </Menu.Item>
        <Menu.Item leftSection={<IconCopy size={16} />} onClick={onDuplicate}>
          {t('workflows.duplicate')}
        </Menu.Item>
        <Menu.Item color="red" leftSection={<IconTrash size={16} />} onClick={onDelete}>
          {t('common:delete')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
