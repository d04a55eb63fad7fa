import { Text, Textarea } from '@mantine/core'
import { setLegalHold } from '@recado/contracts/contacts/privacy'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '#web/lib/api/api.ts'
import { useContractForm } from '#web/lib/ui/form.ts'
import { toastSuccess } from '#web/lib/ui/toasts.ts'
import { readContactAgain } from '#web/queries/contacts.ts'
import { privacyKey } from '#web/queries/privacy.ts'
import { FormDialog } from '../form/form-dialog.tsx'

/** Keeps a contact from being erased, with the reason. */
export const HoldDialog = ({ contactId, onClose }: { contactId: string; onClose: () => void }) => {
  const { t } = useTranslation('contacts/privacy')
  const client = useQueryClient()
  const { form, state } = useContractForm({
    schema: setLegalHold.body,
    initialValues: { reason: '' },
    onSubmit: async (body) => {
      await call(setLegalHold, { params: { id: contactId }, body })
      await Promise.all([readContactAgain(client, contactId), client.invalidateQueries({ queryKey: privacyKey })])
      toastSuccess(t('hold.done'))
      onClose()
    },
  })
  return (
    <FormDialog opened title={t('hold.set')} submitLabel={t('hold.set')} {...state} onClose={onClose}>
      <Text size="sm">{t('hold.text')}</Text>
      <Textarea
        label={t('hold.reason')}
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
