import { Text, Textarea } from '@mantine/core'
import { liftContactSuppression, liftSuppression } from '@recado/contracts/contacts/privacy'
import { useTranslation } from 'react-i18next'
import { call } from '#web/lib/api/api.ts'
import { useContractForm } from '#web/lib/ui/form.ts'
import { toastSuccess } from '#web/lib/ui/toasts.ts'
import { FormDialog } from '../form/form-dialog.tsx'

type Props = {
  /** A contact with everything they are known by, or one number or address. */
  whom: { contactId: string } | { value: string }
  onDone: () => void
  onClose: () => void
}

/** Takes someone off the suppression list, with the reason. */
export const LiftDialog = ({ whom, onDone, onClose }: Props) => {
  const { t } = useTranslation('contacts/consent')
  const { form, state } = useContractForm({
    schema: liftContactSuppression.body,
    initialValues: { reason: '' },
    onSubmit: async ({ reason }) => {
      await ('contactId' in whom
        ? call(liftContactSuppression, { params: { id: whom.contactId }, body: { reason } })
        : call(liftSuppression, { body: { value: whom.value, reason } }))
      toastSuccess(t('suppressed.lifted'))
      onDone()
      onClose()
    },
  })
  return (
    <FormDialog opened title={t('suppressed.lift')} submitLabel={t('suppressed.lift')} {...state} onClose={onClose}>
      <Text size="sm">{t('suppressed.reasonHint')}</Text>
      <Textarea
        label={t('suppressed.reason')}
        required
        autosize
        minRows={2}
        maxLength={500}
        data-autofocus
        {...form.getInputProps('reason')}
      />
    </FormDialog>
  )
}
