import { ActionIcon, Tooltip } from '@mantine/core'
import { IconProgressDown } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useLocation, useNavigate } from '@tanstack/react-router'
import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyCode } from '#web/components/page/lazy-component.tsx'
import { useInvalidateOn } from '#web/lib/realtime/socket.ts'
import { tasksKey } from '#web/lib/realtime/task-key.ts'
import { isRunning, tasksQuery } from './api.ts'
import classes from './tasks-button.module.css'

const TasksDrawer = lazyCode(async () => (await import('./tasks-drawer.tsx')).TasksDrawer)

const place = 'tasks'

/** Shows that something works in the background, and opens the list; `#tasks` in an address opens it too. */
export const TasksButton = () => {
  const { t } = useTranslation()
  useInvalidateOn(['task.updated'], [tasksKey])
  const { data } = useQuery(tasksQuery)
  const opened = useLocation({ select: ({ hash }) => hash === place })
  const navigate = useNavigate()
  const open = (hash: string) => void navigate({ to: '.', search: true, hash, replace: true, resetScroll: false })
  const running = data?.data.filter(isRunning).length ?? 0
  if (!opened && (data?.data.length ?? 0) === 0) return null
  const label = running > 0 ? t('tasks.running', { count: running }) : t('tasks.title')
  return (
    <>
      <Tooltip label={label}>
        <ActionIcon
          size="lg"
          className={classes.button ?? ''}
          mod={{ running: running > 0 }}
          aria-label={label}
          onClick={() => open(place)}
        >
          <IconProgressDown size={21} stroke={1.7} />
        </ActionIcon>
      </Tooltip>
      {opened ? (
        <Suspense>
          <TasksDrawer opened onClose={() => open('')} />
        </Suspense>
      ) : null}
    </>
  )
}
