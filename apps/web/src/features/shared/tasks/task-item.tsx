import { ActionIcon, Button, Group, Paper, Progress, Stack, Text, Tooltip } from '@mantine/core'
import { listNames } from '@recado/contracts/shared/list-names'
import type { Task } from '@recado/contracts/shared/tasks'
import { IconDownload, IconX } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { RelativeTime } from '#web/components/content/relative-time.tsx'
import { isRunning, useCancel } from './api.ts'

const sizeText = (bytes: number, language: string) => {
  const [unit, size] = bytes >= 1_000_000 ? (['megabyte', 1_000_000] as const) : (['kilobyte', 1000] as const)
  return new Intl.NumberFormat(language, { style: 'unit', unit, maximumFractionDigits: 1 }).format(bytes / size)
}

const Standing = ({ task }: { task: Task }) => {
  const { t, i18n } = useTranslation(['shared/tasks', 'errors'])
  const number = (value: number) => new Intl.NumberFormat(i18n.language).format(value)
  if (task.status === 'failed') {
    const code = task.error ?? 'internal'
    return (
      <Text size="sm" c="var(--mantine-color-error)">
        {t('failed')} {t(`errors:${code}`, { defaultValue: t('errors:unexpected') })}
      </Text>
    )
  }
  if (!isRunning(task)) return null
  if (task.cancelRequested) return <Text size="sm">{t('stopping')}</Text>
  if (task.status === 'queued') return <Text size="sm">{t('queued')}</Text>
  const share = task.total ? (100 * task.progress) / task.total : 100
  return (
    <Stack gap={4}>
      <Progress value={share} animated aria-label={t('progress')} />
      <Text size="xs" c="dimmed">
        {task.total
          ? t('partOf', { done: number(task.progress), total: number(task.total) })
          : t('done', { done: number(task.progress) })}
      </Text>
    </Stack>
  )
}

const useKindText = () => {
  const { t } = useTranslation(['shared/tasks', 'lists'])
  return (kind: Task['kind']) => {
    const list = listNames.find((name) => kind === `${name}.export`)
    return list ? t('exportOf', { list: t(`lists:name.${list}`) }) : t(`kind.${kind}`)
  }
}

/** One background task: how far it is, what stops it, and where its file is. */
export const TaskItem = ({ task }: { task: Task }) => {
  const { t, i18n } = useTranslation('shared/tasks')
  const cancel = useCancel()
  const kindText = useKindText()
  return (
    <Paper component="li" withBorder p="sm">
      <Group justify="space-between" wrap="nowrap" align="flex-start">
        <div style={{ minWidth: 0 }}>
          <Text fw={600} size="sm">
            {kindText(task.kind)}
          </Text>
          <Text size="xs" c="dimmed">
            <RelativeTime value={task.createdAt} />
            {task.status === 'canceled' ? ` · ${t('canceled')}` : ''}
          </Text>
        </div>
        {isRunning(task) && !task.cancelRequested ? (
          <Tooltip label={t('stop')}>
            <ActionIcon aria-label={t('stop')} loading={cancel.isPending} onClick={() => cancel.mutate(task.id)}>
              <IconX size={17} />
            </ActionIcon>
          </Tooltip>
        ) : null}
      </Group>
      <Standing task={task} />
      {task.file ? (
        <Button
          component="a"
          href={task.file.url}
          download={task.file.name}
          size="compact-sm"
          variant="light"
          mt="xs"
          leftSection={<IconDownload size={15} />}
        >
          {task.file.name} · {sizeText(task.file.size, i18n.language)}
        </Button>
      ) : null}
    </Paper>
  )
}
