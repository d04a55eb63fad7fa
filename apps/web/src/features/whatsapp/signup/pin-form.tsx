import { giveOnboardingPin } from '@recado/contracts/whatsapp/signup'
import { useTranslation } from 'react-i18next'
import { isWholePin, PinField } from '#web/components/form/pin-field.tsx'
import { ShortForm } from '#web/components/form/short-form.tsx'
import { useContractForm } from '#web/lib/ui/form.ts'

/** The PIN that a number has already. */
export const PinForm = ({ onGive }: { onGive: (pin: string) => Promise<unknown> }) => {
  const { t } = useTranslation('whatsapp/signup')
  const { form, state } = useContractForm({
    schema: giveOnboardingPin.body,
    initialValues: { pin: '' },
    brief: true,
    onSubmit: ({ pin }) => onGive(pin),
  })
  return (
    <ShortForm {...state} submitLabel={t('pin.submit')} ready={isWholePin(form.values.pin)}>
      <PinField mask label={t('pin.label')} {...form.getInputProps('pin')} />
    </ShortForm>
  )
}
