import { Button, Group, Text, VisuallyHidden } from '@mantine/core'
import { IconCheck, IconSend } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ConfirmDialog } from '#web/components/feedback/confirm-dialog.tsx'
import classes from './editor.module.css'
import type { Issues } from './issues.tsx'
import { LeftToDo } from './left-to-do.tsx'
import type { Draft, SaveState } from './use-draft.ts'

const Saved = ({ state, onRetry }: { state: SaveState; onRetry: () => void }) => {
  const { t } = useTranslation('whatsapp/templates')
  const word = state === 'idle' ? '' : t(`save.${state}`)
  return (
    <Group gap={6} role="status" aria-live="polite">
      {state === 'saved' ? <IconCheck size={17} aria-hidden="true" /> : null}
      <Text size="sm" c={state === 'failed' || state === 'conflict' ? 'var(--mantine-color-error)' : 'dimmed'}>
        {word}
      </Text>
      {state === 'failed' ? (
        <Button size="compact-xs" variant="default" onClick={onRetry}>
          {t('common:retry')}
        </Button>
      ) : null}
    </Group>
  )
}

type BarProps = {
  draft: Pick<Draft, 'state' | 'save'>
  problems: Issues['problems']
  /** Whether the member tried to submit with problems left. */
  tried: boolean
  /** Why nothing can be submitted now. */
  blocked: string | null
  onBegin: () => void
}

export const SubmitBar = ({ draft, problems, tried, blocked, onBegin }: BarProps) => {
  const { t } = useTranslation('whatsapp/templates')
  const [listed, setListed] = useState(false)
  const begin = () => {
    setListed(problems.length > 0)
    onBegin()
  }
  return (
    <div className={classes.bar}>
      {blocked ? (
        <Text size="sm" c="dimmed" className={classes.left ?? ''}>
          {blocked}
        </Text>
      ) : (
        <LeftToDo problems={problems} opened={listed} onOpened={setListed} />
      )}
      <Group gap="md">
        <Saved state={draft.state} onRetry={() => void draft.save()} />
        <VisuallyHidden role="alert">
          {tried && problems.length > 0 ? t('left.count', { count: problems.length }) : ''}
        </VisuallyHidden>
        <Button leftSection={<IconSend size={17} />} disabled={blocked !== null} onClick={begin}>
          {t('submit.open')}
        </Button>
      </Group>
    </div>
  )
}

type DiscardProps = { opened: boolean; onClose: () => void; onConfirm: () => Promise<void> }

export const DiscardDialog = ({ opened, onClose, onConfirm }: DiscardProps) => {
  const { t } = useTranslation('whatsapp/templates')
  return (
    <ConfirmDialog
      opened={opened}
      title={t('unpublished.discard')}
      confirmLabel={t('unpublished.discard')}
      danger
      onClose={onClose}
      onConfirm={onConfirm}
    >
      {t('unpublished.question')}
    </ConfirmDialog>
  )
}
