import { Alert, Select, Skeleton, Stack, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { mergeUsers, previewUserMerge } from '@recado/contracts/admin/users'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ReasonDialog } from '#web/components/form/reason-dialog.tsx'
import { call } from '#web/lib/api/api.ts'
import { errorText } from '#web/lib/api/error-text.ts'
import { toastSuccess } from '#web/lib/ui/toasts.ts'
import { adminKey } from '#web/queries/admin.ts'
import { type AdminUser, usersQuery } from './api.ts'

type Props = { user: AdminUser; onClose: () => void }

/** Chooses the other account by some of its name or address. */
const OtherSelect = ({
  user,
  value,
  onChange,
}: {
  user: AdminUser
  value: string | null
  onChange: (id: string | null) => void
}) => {
  const { t } = useTranslation('admin/accounts')
  const [search, setSearch] = useState('')
  const [wanted] = useDebouncedValue(search, 300)
  const { data } = useQuery(usersQuery('customer', wanted.trim().length > 1 ? { search: wanted.trim() } : {}))
  const found = (data?.data ?? []).filter(({ id }) => id !== user.id)
  return (
    <Select
      label={t('merge.other')}
      description={t('merge.otherText')}
      required
      searchable
      clearable
      value={value}
      data={found.map(({ id, name, email }) => ({ value: id, label: `${name} · ${email}` }))}
      filter={({ options }) => options}
      onSearchChange={setSearch}
      onChange={onChange}
      nothingFoundMessage={t('common:nothingFound')}
      data-autofocus
    />
  )
}

const Preview = ({ user, otherId }: { user: AdminUser; otherId: string }) => {
  const { t } = useTranslation(['admin/accounts', 'errors'])
  const { data, error } = useQuery({
    queryKey: [...adminKey, 'merge', user.id, otherId],
    queryFn: () => call(previewUserMerge, { params: { id: user.id }, query: { otherId } }),
    staleTime: 0,
  })
  if (error) return <Alert color="red">{errorText(t, error)}</Alert>
  if (!data) return <Skeleton height={64} radius="md" />
  const names = (companies: { name: string }[]) => companies.map(({ name }) => name).join(', ')
  return (
    <Stack gap={4} role="status">
      <Text size="sm">{t('merge.keeps', { kept: data.kept.email, merged: data.merged.email })}</Text>
      {data.joins.length > 0 ? <Text size="sm">{t('merge.joins', { names: names(data.joins) })}</Text> : null}
      {data.rises.length > 0 ? <Text size="sm">{t('merge.rises', { names: names(data.rises) })}</Text> : null}
      <Text size="sm">{t('merge.conversations', { count: data.openConversations })}</Text>
    </Stack>
  )
}

/** Making two accounts of one person one: what the other may and does goes to this one. */
export const MergeUsers = ({ user, onClose }: Props) => {
  const { t } = useTranslation('admin/accounts')
  const client = useQueryClient()
  const [otherId, setOtherId] = useState<string | null>(null)
  const merge = async (reason: string) => {
    if (!otherId) return
    await call(mergeUsers, { params: { id: user.id }, body: { otherId, reason } })
    toastSuccess(t('merge.done'))
    await client.invalidateQueries({ queryKey: adminKey })
  }
  return (
    <ReasonDialog
      title={t('merge.title', { name: user.name })}
      text={
        <Stack gap="md">
          <OtherSelect user={user} value={otherId} onChange={setOtherId} />
          {otherId ? <Preview user={user} otherId={otherId} /> : null}
          <Alert color="red" variant="light">
            {t('merge.warning')}
          </Alert>
        </Stack>
      }
      confirmLabel={t('merge.confirm')}
      danger
      least={10}
      ready={otherId !== null}
      onConfirm={({ reason }) => merge(reason)}
      onClose={onClose}
    />
  )
}
