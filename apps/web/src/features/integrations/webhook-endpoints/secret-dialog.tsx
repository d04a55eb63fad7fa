import { Alert, Button, Group, Stack } from '@mantine/core'
import type { WebhookEndpointWithSecret } from '@recado/contracts/integrations/webhook-endpoints'
import { useTranslation } from 'react-i18next'
import { LazyModal } from '#web/components/form/lazy-windows.tsx'
import { endpointName } from './api.ts'
import { Copied } from './copied.tsx'

type Props = { made: WebhookEndpointWithSecret; onClose: () => void }

/** Shows a new secret, this once. It closes by its button alone. */
export const SecretDialog = ({ made, onClose }: Props) => {
  const { t } = useTranslation('integrations/webhook-endpoints')
  return (
    <LazyModal
      opened
      onClose={onClose}
      title={t('secret.title', { name: endpointName(made) })}
      size={560}
      closeOnClickOutside={false}
      closeOnEscape={false}
      withCloseButton={false}
    >
      <Stack gap="md">
        <Alert color="yellow" title={t('secret.once')}>
          {t('secret.text')}
        </Alert>
        <Copied label={t('secret.label')} value={made.secret} />
        <Group justify="flex-end">
          <Button onClick={onClose}>{t('secret.done')}</Button>
        </Group>
      </Stack>
    </LazyModal>
  )
}
