import { Button, Group, Stack, Text, ThemeIcon, Title } from '@mantine/core'
import { IconCloudOff } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { errorText, traceIdOf } from '#web/lib/api/error-text.ts'
import { CopyAction } from './copy-action.tsx'

type Props = { error: unknown; onRetry?: () => void; compact?: boolean }

/** Says in words why something could not be shown, with a retry and the id that support asks for. */
export const ErrorState = ({ error, onRetry, compact = false }: Props) => {
  const { t } = useTranslation(['common', 'errors'])
  const traceId = traceIdOf(error)
  return (
    <Stack align="center" gap="xs" py={compact ? 'md' : 56} px="md" ta="center" role="alert">
      <ThemeIcon size={compact ? 40 : 60} radius="xl" variant="light" color="clay" aria-hidden="true">
        <IconCloudOff size={compact ? 20 : 30} stroke={1.6} />
      </ThemeIcon>
      <Title order={2} fz="lg" mt="xs">
        {t('loadFailed')}
      </Title>
      <Text c="dimmed" size="sm" maw={420}>
        {errorText(t, error)}
      </Text>
      {onRetry ? (
        <Button variant="light" size="sm" mt="xs" onClick={onRetry}>
          {t('retry')}
        </Button>
      ) : null}
      {traceId ? (
        <Group gap={4} c="dimmed">
          <Text size="xs">{t('traceId', { id: traceId })}</Text>
          <CopyAction value={traceId} label={t('copyTraceId')} />
        </Group>
      ) : null}
    </Stack>
  )
}
