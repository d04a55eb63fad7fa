import { ActionIcon, Menu } from '@mantine/core'
import { IconCopy, IconDotsVertical, IconPencil, IconTrash } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { WorkflowSummary } from './api.ts'
import { useWorkflowTexts } from './use-step-texts.ts'

type Props = {
  workflow: Pick<WorkflowSummary, 'id' | 'name' | 'translations'>
  onDuplicate: () => void
  onDelete: () => void
}

/** Further actions of one workflow. */
export const WorkflowMenu = ({ workflow, onDuplicate, onDelete }: Props) => {
  const { t } = useTranslation('admin/notifications')
  const own = useWorkflowTexts()
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon aria-label={t('workflows.actionsOf', { name: own(workflow, workflow.name) })}>
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
