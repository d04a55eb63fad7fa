import { Text, Textarea } from '@mantine/core'
import { liftContactSuppression } from '@recado/contracts/contacts/privacy'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '#web/lib/api/api.ts'
import { useContractForm } from '#web/lib/ui/form.ts'
import { toastSuccess } from '#web/lib/ui/toasts.ts'
import { FormDialog } from '../form/form-dialog.tsx'
import { consentsQuery } from './consents.ts'

/** Lets a contact be written to again, with the reason. */
export const LiftDialog = ({ contactId, onClose }: { contactId: string; onClose: () => void }) => {
  const { t } = useTranslation('contacts/consent')
  const client = useQueryClient()
  const { form, state } = useContractForm({
    schema: liftContactSuppression.body,
    initialValues: { reason: '' },
    onSubmit: async (body) => {
      await call(liftContactSuppression, { params: { id: contactId }, body })
      await client.invalidateQueries({ queryKey: consentsQuery(contactId).queryKey })
      toastSuccess(t('suppressed.lifted'))
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
