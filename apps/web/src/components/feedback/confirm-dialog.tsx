import { Alert, Button, Group, Modal, Text, TextInput } from '@mantine/core'
import { type ReactNode, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '#web/lib/api/error-text.ts'
import { useConfirming } from './use-confirming.ts'

type Props = {
  opened: boolean
  title: string
  children?: ReactNode
  confirmLabel: string
  cancelLabel?: string
  danger?: boolean
  /** Text that has to be typed before something irreversible. */
  typeToConfirm?: string
  /** Whether what is asked for besides was answered. */
  ready?: boolean
  /** The dialog closes when this succeeds, and shows why when it fails. */
  onConfirm: () => Promise<unknown> | undefined
  onClose: () => void
  /** For a question that may open over another dialog. */
  zIndex?: number
}

/** Asks before something that cannot be taken back easily. */
export const ConfirmDialog = ({
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
}: Props) => {
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
        <Button
          color={danger ? 'red' : 'petrol'}
          loading={busy}
          disabled={!ready || (typeToConfirm !== undefined && typed !== typeToConfirm)}
          onClick={() => void confirm()}
        >
          {confirmLabel}
        </Button>
      </Group>
    </Modal>
  )
}
