import { Text, TextInput } from '@mantine/core'
import { requestAdmin } from '@recado/contracts/admin/users'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { FormDrawer } from '#web/components/form/form-drawer.tsx'
import { ReasonField } from '#web/components/form/reason-field.tsx'
import { call } from '#web/lib/api/api.ts'
import { useContractForm } from '#web/lib/ui/form.ts'
import { toastSuccess } from '#web/lib/ui/toasts.ts'
import { adminKey } from '#web/queries/admin.ts'

type Values = { name: string; email: string; locale: 'en' | 'pt'; reason: string }

/** Requests the admin role for a user from a second admin. */
export const RequestAdminDrawer = ({ onClose }: { onClose: () => void }) => {
  const { t, i18n } = useTranslation('admin/accounts')
  const client = useQueryClient()
  const { form, state } = useContractForm<Values>({
    schema: requestAdmin.body,
    initialValues: { name: '', email: '', locale: i18n.language.startsWith('pt') ? 'pt' : 'en', reason: '' },
    onSubmit: async (body) => {
      const { decision } = await call(requestAdmin, { body })
      await client.invalidateQueries({ queryKey: adminKey })
      toastSuccess(t(decision === 'approved' ? 'adminRequest.made' : 'adminRequest.asked', { name: body.name }))
      onClose()
    },
  })
  return (
    <FormDrawer opened title={t('users.create.admin')} submitLabel={t('adminRequest.ask')} {...state} onClose={onClose}>
      <Text size="sm">{t('adminRequest.text')}</Text>
      <TextInput label={t('field.name')} required data-autofocus {...form.getInputProps('name')} />
      <TextInput label={t('field.email')} type="email" required {...form.getInputProps('email')} />
      <ReasonField least={10} {...form.getInputProps('reason')} />
    </FormDrawer>
  )
}
