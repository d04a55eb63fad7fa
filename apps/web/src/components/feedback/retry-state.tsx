import { Button, Group, Text } from '@mantine/core'
import { IconCloudOff } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText, traceIdOf } from '#web/lib/api/error-text.ts'
import { CopyAction } from './copy-action.tsx'
import { StateMessage } from './state-message.tsx'

type Props = {
  error: unknown
  /** Tries once more; the button waits for what it answers. */
  onRetry?: () => unknown
  compact?: boolean
}

/** Says in words why something could not be shown, with a retry and the id that support asks for. */
export const RetryState = ({ error, onRetry, compact = false }: Props) => {
  const { t } = useTranslation(['common', 'errors'])
  const [trying, setTrying] = useState(false)
  const traceId = traceIdOf(error)
  const retry = async () => {
    setTrying(true)
    try {
      await onRetry?.()
    } finally {
      setTrying(false)
    }
  }
  const button = (
    <Button variant="light" size="sm" loading={trying} onClick={() => void retry()}>
      {t('retry')}
    </Button>
  )
  return (
    <StateMessage
      alert
      icon={IconCloudOff}
      tone="trouble"
      title={t('loadFailed')}
      description={errorText(t, error)}
      action={onRetry ? button : undefined}
      compact={compact}
    >
      {traceId ? (
        <Group gap={4} c="dimmed">
          <Text size="xs">{t('traceId', { id: traceId })}</Text>
          <CopyAction value={traceId} label={t('copyTraceId')} />
        </Group>
      ) : null}
    </StateMessage>
  )
}
