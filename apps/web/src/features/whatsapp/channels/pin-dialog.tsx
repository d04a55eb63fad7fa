import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { FormDialog } from '#web/components/form/form-dialog.tsx'
import { isWholePin, PinField } from '#web/components/form/pin-field.tsx'
import { useContractForm } from '#web/lib/ui/form.ts'

type Props = { kind: 'pin' | 'register'; onGive: (pin: string) => Promise<unknown>; onClose: () => void }

/** Asks for the six digits of a two-step PIN. */
export const PinDialog = ({ kind, onGive, onClose }: Props) => {
  const { t } = useTranslation('whatsapp/channels')
  const { form, state } = useContractForm({
    initialValues: { pin: '' },
    brief: true,
    onSubmit: async ({ pin }) => {
      await onGive(pin)
      onClose()
    },
  })
  const { pin } = form.values
  return (
    <FormDialog
      opened
      title={t(`fixButton.${kind}`)}
      submitLabel={t(`fixButton.${kind}`)}
      {...state}
      ready={isWholePin(pin)}
      onClose={onClose}
    >
      <Text size="sm">{t(`pinDialog.${kind}`)}</Text>
      <PinField label={t('field.pin')} autoFocus {...form.getInputProps('pin')} />
    </FormDialog>
  )
}
