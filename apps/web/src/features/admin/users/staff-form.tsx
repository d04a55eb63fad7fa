import { Title } from '@mantine/core'
import type { SupportProfile } from '@recado/contracts/admin/users'
import { setSupportProfile } from '@recado/contracts/admin/users'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Form } from '#web/components/form/form.tsx'
import { call } from '#web/lib/api/api.ts'
import { useContractForm } from '#web/lib/ui/form.ts'
import { toastSuccess } from '#web/lib/ui/toasts.ts'
import { adminKey } from '#web/queries/admin.ts'
import { StaffFields } from './staff-fields.tsx'

/** Changes what a support user can take on. */
export const StaffForm = ({ userId, saved }: { userId: string; saved: SupportProfile }) => {
  const { t } = useTranslation(['admin/accounts', 'common'])
  const client = useQueryClient()
  const { form, state } = useContractForm<SupportProfile>({
    schema: setSupportProfile.body,
    initialValues: saved,
    onSubmit: async (body) => {
      await call(setSupportProfile, { params: { id: userId }, body })
      await client.invalidateQueries({ queryKey: adminKey })
      toastSuccess(t('common:saved'))
    },
  })
  return (
    <Form {...state} label={t('staff.title')}>
      <Title order={3} fz="sm">
        {t('staff.title')}
      </Title>
      <StaffFields value={form.values} onChange={form.setValues} />
    </Form>
  )
}
