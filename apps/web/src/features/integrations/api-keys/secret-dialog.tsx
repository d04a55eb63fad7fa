import { Alert, Button, Code, Group, Stack, Text } from '@mantine/core'
import type { ApiKeyWithSecret } from '@recado/contracts/integrations/api-keys'
import { useTranslation } from 'react-i18next'
import { CopyButton } from '#web/components/feedback/copy-button.tsx'
import { LazyModal } from '#web/components/form/lazy-windows.tsx'

type Props = { made: ApiKeyWithSecret; onClose: () => void }

/** Shows a new secret, this once, with a first call that works. It closes by its button alone. */
export const SecretDialog = ({ made: { name, secret }, onClose }: Props) => {
  const { t } = useTranslation('integrations/api-keys')
  const example = `curl ${window.location.origin}/api/v1/contacts \\\n  -H "Authorization: Bearer ${secret}"`
  const copied = (label: string, value: string) => (
    <Stack gap={4}>
      <Group justify="space-between">
        <Text size="sm" fw={500}>
          {label}
        </Text>
        <CopyButton value={value} label={t('secret.copy', { name: label })} />
      </Group>
      <Code block style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
        {value}
      </Code>
    </Stack>
  )
  return (
    <LazyModal
      opened
      onClose={onClose}
      title={t('secret.title', { name })}
      size={560}
      closeOnClickOutside={false}
      closeOnEscape={false}
      withCloseButton={false}
    >
      <Stack gap="md">
        <Alert color="yellow" title={t('secret.once')}>
          {t('secret.text')}
        </Alert>
        {copied(t('secret.label'), secret)}
        {copied(t('secret.example'), example)}
        <Group justify="flex-end">
          <Button onClick={onClose}>{t('secret.done')}</Button>
        </Group>
      </Stack>
    </LazyModal>
  )
}
