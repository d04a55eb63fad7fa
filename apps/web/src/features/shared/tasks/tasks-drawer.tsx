import { Drawer, Skeleton, Stack } from '@mantine/core'
import { IconProgressDown } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '#web/components/feedback/empty-state.tsx'
import { RetryState } from '#web/components/feedback/retry-state.tsx'
import { tasksQuery } from './api.ts'
import { TaskItem } from './task-item.tsx'

const Content = () => {
  const { t } = useTranslation('shared/tasks')
  const { data, error, refetch } = useQuery(tasksQuery)
  if (error) return <RetryState compact error={error} onRetry={refetch} />
  if (!data) return <Skeleton height={120} />
  if (data.data.length === 0)
    return <EmptyState compact icon={IconProgressDown} title={t('emptyTitle')} description={t('emptyText')} />
  return (
    <Stack component="ul" gap="sm" m={0} p={0} style={{ listStyle: 'none' }}>
      {data.data.map((task) => (
        <TaskItem key={task.id} task={task} />
      ))}
    </Stack>
  )
}

/** The person's background tasks. */
export const TasksDrawer = ({ opened, onClose }: { opened: boolean; onClose: () => void }) => {
  const { t } = useTranslation('shared/tasks')
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      position="right"
      title={t('title')}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      <Content />
    </Drawer>
  )
}
