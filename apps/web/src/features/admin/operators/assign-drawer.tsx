import { MultiSelect, Text } from '@mantine/core'
import { assignOperators } from '@recado/contracts/admin/operators'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FormDrawer } from '#web/components/form/form-drawer.tsx'
import { call } from '#web/lib/api/api.ts'
import { errorText } from '#web/lib/api/error-text.ts'
import { toastSuccess } from '#web/lib/ui/toasts.ts'
import { operatorKey, operatorsQuery } from './api.ts'

type Props = { channelIds: readonly string[]; onDone: () => void; onClose: () => void }

/** Says who looks after the picked numbers; it replaces whoever did. */
export const AssignDrawer = ({ channelIds, onDone, onClose }: Props) => {
  const { t } = useTranslation('admin/operators')
  const queryClient = useQueryClient()
  const { data } = useQuery(operatorsQuery())
  const [userIds, setUserIds] = useState<string[]>([])
  const assign = useMutation({
    mutationFn: async () => {
      for (const id of channelIds) await call(assignOperators, { params: { id }, body: { userIds } })
    },
    onSuccess: () => {
      toastSuccess(t('assign.done', { count: channelIds.length }))
      onDone()
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: operatorKey }),
  })
  return (
    <FormDrawer
      opened
      title={t('assign.title')}
      submitLabel={t('assign.save')}
      busy={assign.isPending}
      error={assign.error ? errorText(t, assign.error) : null}
      onSubmit={(event) => {
        event.preventDefault()
        assign.mutate()
      }}
      onClose={onClose}
    >
      <Text size="sm" c="dimmed">
        {t('assign.text', { count: channelIds.length })}
      </Text>
      <MultiSelect
        label={t('assign.people')}
        placeholder={userIds.length === 0 ? t('assign.nobody') : ''}
        searchable
        clearable
        data={(data?.data ?? []).map(({ id, name, email }) => ({ value: id, label: `${name} · ${email}` }))}
        value={userIds}
        onChange={setUserIds}
      />
    </FormDrawer>
  )
}
