import { Select, Text, TextInput } from '@mantine/core'
import { createUser, type SupportProfile } from '@recado/contracts/admin/users'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { CompanySelect } from '#web/components/form/company-select.tsx'
import { FormDrawer } from '#web/components/form/form-drawer.tsx'
import { call } from '#web/lib/api/api.ts'
import { useContractForm } from '#web/lib/ui/form.ts'
import { toastSuccess } from '#web/lib/ui/toasts.ts'
import { adminKey } from '#web/queries/admin.ts'
import { noProfile, StaffFields } from './staff-fields.tsx'

type Values = {
  name: string
  email: string
  locale: 'en' | 'pt'
  company: string | null
  companyRole: 'admin' | 'member'
  staff: SupportProfile
}

/** Adds a customer or support user, who receives a mail to set their password. */
export const CreateUserDrawer = ({ kind: role, onClose }: { kind: 'customer' | 'support'; onClose: () => void }) => {
  const { t } = useTranslation(['admin/accounts', 'common'])
  const client = useQueryClient()
  const toBody = ({ company, companyRole, staff, ...values }: Values) => ({
    ...values,
    role,
    company: company ? { id: company, role: companyRole } : null,
    staff: role === 'support' ? staff : null,
  })
  const { form, state } = useContractForm<Values>({
    schema: createUser.body,
    initialValues: { name: '', email: '', locale: 'pt', company: null, companyRole: 'member', staff: noProfile },
    toBody,
    onSubmit: async (values) => {
      await call(createUser, { body: toBody(values) })
      await client.invalidateQueries({ queryKey: adminKey })
      toastSuccess(t('users.created', { email: values.email }))
      onClose()
    },
  })
  return (
    <FormDrawer
      opened
      title={t(`users.create.${role}`)}
      submitLabel={t('users.createAndMail')}
      {...state}
      onClose={onClose}
    >
      <TextInput label={t('field.name')} required data-autofocus {...form.getInputProps('name')} />
      <TextInput label={t('field.email')} type="email" required {...form.getInputProps('email')} />
      <Select
        label={t('field.locale')}
        allowDeselect={false}
        data={[
          { value: 'pt', label: 'Português' },
          { value: 'en', label: 'English' },
        ]}
        {...form.getInputProps('locale')}
      />
      {role === 'customer' ? (
        <>
          <CompanySelect
            label={t('column.company')}
            value={form.values.company}
            onChange={(id) => form.setFieldValue('company', id)}
          />
          <Select
            label={t('field.companyRole')}
            allowDeselect={false}
            disabled={!form.values.company}
            data={(['admin', 'member'] as const).map((value) => ({ value, label: t(`common:role.${value}`) }))}
            {...form.getInputProps('companyRole')}
          />
        </>
      ) : null}
      {role === 'support' ? (
        <StaffFields value={form.values.staff} onChange={(staff) => form.setFieldValue('staff', staff)} />
      ) : null}
      <Text size="sm" c="dimmed">
        {t('users.createText')}
      </Text>
    </FormDrawer>
  )
}
