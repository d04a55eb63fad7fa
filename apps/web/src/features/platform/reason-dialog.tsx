import { Alert, Button, Checkbox, Group, Modal, Stack, Text, Textarea } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '../../lib/error-text.ts'

type Answer = { reason: string; notify: boolean }
type Props = {
  title: string
  text: ReactNode
  confirmLabel: string
  danger?: boolean
  least?: number
  /** Whether the people concerned can be told. */
  notifies?: boolean
  onConfirm: (answer: Answer) => Promise<unknown>
  onClose: () => void
}

/** Asks why before something that the audit log should explain. */
export const ReasonDialog = (props: Props) => {
  const { title, text, confirmLabel, danger = false, least = 3, notifies = false, onConfirm, onClose } = props
  const { t } = useTranslation(['platform', 'common', 'errors'])
  const [reason, setReason] = useState('')
  const [notify, setNotify] = useState(true)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const confirm = async () => {
    setBusy(true)
    setError(null)
    try {
      await onConfirm({ reason: reason.trim(), notify })
      onClose()
    } catch (cause) {
      setError(cause)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Modal opened onClose={onClose} title={title} closeButtonProps={{ 'aria-label': t('common:close') }}>
      <Stack gap="sm">
        <Text size="sm" component="div">
          {text}
        </Text>
        <Textarea
          label={t('reason')}
          description={t('reasonHint', { least })}
          required
          autosize
          minRows={2}
          maxLength={300}
          value={reason}
          data-autofocus
          onChange={(event) => setReason(event.currentTarget.value)}
        />
        {notifies ? (
          <Checkbox
            label={t('notifyAdmins')}
            checked={notify}
            onChange={(event) => setNotify(event.currentTarget.checked)}
          />
        ) : null}
        {error ? (
          <Alert color="red" role="alert">
            {errorText(t, error)}
          </Alert>
        ) : null}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('common:cancel')}
          </Button>
          <Button
            color={danger ? 'red' : 'petrol'}
            loading={busy}
            disabled={reason.trim().length < least}
            onClick={() => void confirm()}
          >
            {confirmLabel}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
