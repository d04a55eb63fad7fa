import { Select, Switch, TextInput, Title } from '@mantine/core'
import { userRoles } from '@recado/contracts/abilities'
import { updateUser } from '@recado/contracts/admin/users'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Form } from '#web/components/form/form.tsx'
import { call } from '#web/lib/api/api.ts'
import { useSignedIn } from '#web/lib/session/session.ts'
import { useContractForm } from '#web/lib/ui/form.ts'
import { toastSuccess } from '#web/lib/ui/toasts.ts'
import { adminKey } from '#web/queries/admin.ts'
import type { AdminUser } from './api.ts'

type Values = Pick<AdminUser, 'name' | 'role' | 'locale' | 'waOperator'>

/** Changing a person. Another role ends their sessions. */
export const UserForm = ({ user }: { user: AdminUser }) => {
  const { t } = useTranslation(['admin/accounts', 'common'])
  const client = useQueryClient()
  const own = useSignedIn().user.id === user.id
  const { form, saved, state } = useContractForm<Values>({
    schema: updateUser.body,
    initialValues: { name: user.name, role: user.role, locale: user.locale, waOperator: user.waOperator },
    onSubmit: async (body) => {
      await call(updateUser, { params: { id: user.id }, body })
      saved(body)
      await client.invalidateQueries({ queryKey: adminKey })
      toastSuccess(t('common:saved'))
    },
  })
  return (
    <Form {...state} label={t('users.edit')}>
      <Title order={3} fz="sm">
        {t('users.edit')}
      </Title>
      <TextInput label={t('field.name')} required {...form.getInputProps('name')} />
      <Select
        label={t('field.role')}
        description={form.values.role === user.role ? undefined : t('users.roleText')}
        allowDeselect={false}
        disabled={own}
        // Granting the admin role requires the approval of a second admin.
        data={userRoles
          .filter((value) => value !== 'admin' || user.role === 'admin')
          .map((value) => ({ value, label: t(`role.${value}`) }))}
        {...form.getInputProps('role')}
      />
      <Switch
        label={t('field.waOperator')}
        description={t('users.operatorText')}
        {...form.getInputProps('waOperator', { type: 'checkbox' })}
      />
    </Form>
  )
}
