import { Alert, Code, Group, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { CopyButton } from '#web/components/feedback/copy-button.tsx'
import { LazyModal } from '#web/components/form/lazy-windows.tsx'

/** A value to copy. */
export const Copied = ({ label, value }: { label: string; value: string }) => {
  const { t } = useTranslation('integrations/webhooks')
  return (
    <Stack gap={4}>
      <Group justify="space-between" wrap="nowrap">
        <Text size="sm" fw={500}>
          {label}
        </Text>
        <CopyButton value={value} label={t('copy', { name: label })} />
      </Group>
      <Code block style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
        {value}
      </Code>
    </Stack>
  )
}

type Props = {
  made: { name: string; url: string; generated: Record<string, string> }
  /** Its URL is not known to the system yet. */
  isNew?: boolean
  onClose: () => void
  children: ReactNode
}

/** Shows the URL of a new connection, and secrets that were made up for it, this once. */
export const MadeDialog = ({ made: { name, url, generated }, isNew = false, onClose, children }: Props) => {
  const { t } = useTranslation('integrations/webhooks')
  const secrets = Object.entries(generated)
  return (
    <LazyModal opened onClose={onClose} title={name} size={560} withCloseButton={false} closeOnClickOutside={false}>
      <Stack gap="md">
        <Copied label={t('url')} value={url} />
        {isNew ? <Text size="sm">{t('urlNext')}</Text> : null}
        {secrets.length > 0 ? (
          <>
            <Alert color="yellow" title={t('once')}>
              {t('onceText')}
            </Alert>
            {secrets.map(([key, value]) => (
              <Copied key={key} label={t(`secret.${key}`)} value={value} />
            ))}
          </>
        ) : null}
        <Group justify="flex-end">{children}</Group>
      </Stack>
    </LazyModal>
  )
}
