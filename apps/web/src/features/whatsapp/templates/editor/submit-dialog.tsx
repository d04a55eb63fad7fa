import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { IssueList, type Issues } from './issues.tsx'

type SubmitProps = {
  opened: boolean
  busy: boolean
  live: boolean
  warnings: Issues['warnings']
  onClose: () => void
  onSubmit: () => void
}

/** Asks before a template goes to WhatsApp for review. */
export const SubmitDialog = ({ opened, busy, live, warnings, onClose, onSubmit }: SubmitProps) => {
  const { t } = useTranslation('whatsapp/templates')
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t('submit.title')}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      <Stack gap="md">
        <Text size="sm">{t(live ? 'submit.edit' : 'submit.text')}</Text>
        {warnings.length > 0 ? (
          <Stack gap={6}>
            <Text size="sm" fw={550}>
              {t('submit.warnings')}
            </Text>
            <IssueList issues={warnings} />
          </Stack>
        ) : null}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('common:cancel')}
          </Button>
          <Button loading={busy} onClick={onSubmit} data-autofocus>
            {t('submit.confirm')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
