import { MultiSelect, Text } from '@mantine/core'
import { assignOperators } from '@recado/contracts/admin/operators'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { FormDrawer } from '#web/components/form/form-drawer.tsx'
import { call } from '#web/lib/api/api.ts'
import { useContractForm } from '#web/lib/ui/form.ts'
import { toastSuccess } from '#web/lib/ui/toasts.ts'
import { operatorKey, operatorsQuery } from './api.ts'

type Props = { channelIds: readonly string[]; onDone: () => void; onClose: () => void }

/** Says who looks after the picked numbers; it replaces whoever did. */
export const AssignDrawer = ({ channelIds, onDone, onClose }: Props) => {
  const { t } = useTranslation('admin/operators')
  const queryClient = useQueryClient()
  const { data } = useQuery(operatorsQuery())
  const { form, state } = useContractForm<{ userIds: string[] }>({
    schema: assignOperators.body,
    initialValues: { userIds: [] },
    onSubmit: async (body) => {
      try {
        for (const id of channelIds) await call(assignOperators, { params: { id }, body })
      } finally {
        await queryClient.invalidateQueries({ queryKey: operatorKey })
      }
      toastSuccess(t('assign.done', { count: channelIds.length }))
      onDone()
    },
  })
  return (
    <FormDrawer opened title={t('assign.title')} submitLabel={t('assign.save')} {...state} onClose={onClose}>
      <Text size="sm" c="dimmed">
        {t('assign.text', { count: channelIds.length })}
      </Text>
      <MultiSelect
        label={t('assign.people')}
        placeholder={form.values.userIds.length === 0 ? t('assign.nobody') : ''}
        searchable
        clearable
        data={(data?.data ?? []).map(({ id, name, email }) => ({ value: id, label: `${name} · ${email}` }))}
        {...form.getInputProps('userIds')}
      />
    </FormDrawer>
  )
}
