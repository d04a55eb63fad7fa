import { Button, Group, Modal, PinInput, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

type Props = { kind: 'pin' | 'register'; onGive: (pin: string) => Promise<unknown>; onClose: () => void }

/** Asks for the six digits of a two-step PIN. */
export const PinDialog = ({ kind, onGive, onClose }: Props) => {
  const { t } = useTranslation('whatsapp/channels')
  const [pin, setPin] = useState('')
  const [busy, setBusy] = useState(false)
  const give = async () => {
    setBusy(true)
    try {
      await onGive(pin)
      onClose()
    } finally {
      setBusy(false)
    }
  }
  return (
    <Modal
      opened
      onClose={onClose}
      title={t(`fixButton.${kind}`)}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault()
          // A failed mutation is shown as a toast; the dialog stays open for another try.
          void give().catch(() => undefined)
        }}
      >
        <Stack gap="md">
          <Text size="sm">{t(`pinDialog.${kind}`)}</Text>
          <PinInput
            name="pin"
            length={6}
            type="number"
            value={pin}
            onChange={setPin}
            aria-label={t('field.pin')}
            data-autofocus
          />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {t('common:cancel')}
            </Button>
            <Button type="submit" loading={busy} disabled={pin.length !== 6}>
              {t(`fixButton.${kind}`)}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
