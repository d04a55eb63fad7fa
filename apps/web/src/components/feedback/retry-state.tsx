import { Button, Group, Text } from '@mantine/core'
import { IconCloudOff } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText, traceIdOf } from '#web/lib/api/error-text.ts'
import { CopyAction } from './copy-action.tsx'
import { StateMessage } from './state-message.tsx'

type Props = {
  error: unknown
  /** Tries again; the button shows its progress while the returned promise is pending. */
  onRetry?: () => unknown
  compact?: boolean
}

/** Explains why something could not be loaded, with a retry button and the request id for support. */
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
