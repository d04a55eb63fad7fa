import { Button, Checkbox, Group, Modal, Stack, Text } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '#web/lib/api/error-text.ts'
import { useConfirming } from '../feedback/use-confirming.ts'
import { FormFailure } from './form-failure.tsx'
import { ReasonField } from './reason-field.tsx'

type Answer = { reason: string; notify: boolean }
type Props = {
  title: string
  text: ReactNode
  confirmLabel: string
  danger?: boolean
  least?: number
  /** Whether the rest of what is asked has been answered. */
  ready?: boolean
  /** Whether the people concerned can be told. */
  notifies?: boolean
  onConfirm: (answer: Answer) => Promise<unknown>
  onClose: () => void
}

/** Asks why before something that the audit log should explain. */
export const ReasonDialog = (props: Props) => {
  const { title, text, confirmLabel, danger = false, least = 3, ready = true, notifies = false } = props
  const { t } = useTranslation(['admin/accounts', 'common', 'errors'])
  const [reason, setReason] = useState('')
  const [notify, setNotify] = useState(true)
  const answer = () => props.onConfirm({ reason: reason.trim(), notify })
  const { busy, error, confirm } = useConfirming(answer, props.onClose)
  return (
    <Modal opened onClose={props.onClose} title={title} closeButtonProps={{ 'aria-label': t('common:close') }}>
      <Stack gap="sm">
        <Text size="sm" component="div">
          {text}
        </Text>
        <ReasonField
          least={least}
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
        <FormFailure>{error ? errorText(t, error) : null}</FormFailure>
        <Group justify="flex-end">
          <Button variant="default" onClick={props.onClose}>
            {t('common:cancel')}
          </Button>
          <Button
            color={danger ? 'red' : 'petrol'}
            loading={busy}
            disabled={!ready || reason.trim().length < least}
            onClick={() => void confirm()}
          >
            {confirmLabel}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
