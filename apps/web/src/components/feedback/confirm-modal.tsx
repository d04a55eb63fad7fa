import { Alert, Button, Group, Modal, Text, TextInput } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '#web/lib/api/error-text.ts'
import type { ConfirmDialogProps } from './confirm-dialog.tsx'
import { useConfirming } from './use-confirming.ts'

/** The window of a question. */
export const ConfirmModal = ({
  opened,
  title,
  children,
  confirmLabel,
  cancelLabel,
  danger,
  typeToConfirm,
  ready = true,
  onConfirm,
  onClose,
  zIndex = 200,
}: ConfirmDialogProps) => {
  const { t } = useTranslation(['common', 'errors'])
  const { busy, error, confirm, forget } = useConfirming(onConfirm, onClose)
  const [typed, setTyped] = useState('')

  useEffect(() => {
    if (!opened) return
    forget()
    setTyped('')
  }, [opened, forget])

  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={title}
      zIndex={zIndex}
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      <Text component="div" size="sm">
        {children}
      </Text>
      {typeToConfirm ? (
        <TextInput
          mt="md"
          label={t('typeToConfirm', { text: typeToConfirm })}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
      ) : null}
      {error ? (
        <Alert color="red" mt="md" role="alert">
          {errorText(t, error)}
        </Alert>
      ) : null}
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={onClose} data-autofocus>
          {cancelLabel ?? t('cancel')}
        </Button>
        {confirmLabel === null ? null : (
          <Button
            color={danger ? 'red' : 'petrol'}
            loading={busy}
            disabled={!ready || (typeToConfirm !== undefined && typed !== typeToConfirm)}
            onClick={() => void confirm()}
          >
            {confirmLabel}
          </Button>
        )}
      </Group>
    </Modal>
  )
}
