import { Alert, Button, Group, PasswordInput, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { deleteMe, exportMe, keepMe, type Profile } from '@recado/contracts/identity/users'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ConfirmDialog } from '#web/components/feedback/confirm-dialog.tsx'
import { ApiError, call } from '#web/lib/api/api.ts'
import { day } from '#web/lib/i18n/dates.ts'
import { tasksKey } from '#web/lib/realtime/task-key.ts'
import { toastSuccess } from '#web/lib/ui/toasts.ts'
import { meQuery } from './api.ts'

const ExportButton = () => {
  const { t } = useTranslation('identity/profile')
  const queryClient = useQueryClient()
  const start = useMutation({
    mutationFn: () => call(exportMe),
    onSuccess: () => {
      toastSuccess(t('data.exportStarted'))
      return queryClient.invalidateQueries({ queryKey: tasksKey })
    },
  })
  return (
    <Button variant="default" size="sm" loading={start.isPending} onClick={() => start.mutate()}>
      {t('data.export')}
    </Button>
  )
}

const Planned = ({ deletionAt, onKept }: { deletionAt: string; onKept: () => Promise<unknown> }) => {
  const { t, i18n } = useTranslation('identity/profile')
  const keep = useMutation({ mutationFn: () => call(keepMe), onSuccess: onKept })
  return (
    <Alert color="clay">
      <Group justify="space-between">
        <Text size="sm">{t('data.planned', { date: day(deletionAt, i18n.language) })}</Text>
        <Button size="compact-sm" variant="light" loading={keep.isPending} onClick={() => keep.mutate()}>
          {t('data.keep')}
        </Button>
      </Group>
    </Alert>
  )
}

/** Names the companies that would be left without an admin. */
const lastAdminOf = (error: unknown): string[] | null => {
  const companies = error instanceof ApiError && error.code === 'last_admin' ? error.data['companies'] : null
  return Array.isArray(companies) ? companies.map(String) : null
}

const DeleteButton = ({ me, onDone }: { me: Profile; onDone: () => Promise<unknown> }) => {
  const { t } = useTranslation('identity/profile')
  const [asking, { open, close }] = useDisclosure(false)
  const [password, setPassword] = useState('')
  const [blocked, setBlocked] = useState<string[] | null>(null)
  const remove = async () => {
    try {
      await call(deleteMe, { body: { password } })
    } catch (error) {
      setBlocked(lastAdminOf(error))
      throw error
    }
    await onDone()
  }
  return (
    <>
      <Button
        variant="light"
        color="red"
        size="sm"
        onClick={() => {
          setPassword('')
          setBlocked(null)
          open()
        }}
      >
        {t('data.delete')}
      </Button>
      <ConfirmDialog
        opened={asking}
        title={t('data.deleteTitle')}
        confirmLabel={t('data.delete')}
        danger
        onClose={close}
        onConfirm={remove}
      >
        <Stack gap="md">
          <Text size="sm">{t('data.deleteText')}</Text>
          {me.hasPassword ? (
            <PasswordInput
              label={t('password.current')}
              autoComplete="current-password"
              value={password}
              onChange={(event) => setPassword(event.currentTarget.value)}
              visibilityToggleButtonProps={{ 'aria-label': t('password.show'), tabIndex: 0 }}
            />
          ) : null}
          {blocked ? <Text size="sm">{t('data.lastAdmin', { companies: blocked.join(', ') })}</Text> : null}
        </Stack>
      </ConfirmDialog>
    </>
  )
}

/** What is stored about me as files, and the end of the account. */
export const OwnData = ({ me }: { me: Profile }) => {
  const queryClient = useQueryClient()
  const refresh = () => queryClient.invalidateQueries({ queryKey: meQuery.queryKey })
  return (
    <Stack gap="md">
      {me.deletionAt ? <Planned deletionAt={me.deletionAt} onKept={refresh} /> : null}
      <Group>
        <ExportButton />
        {me.deletionAt ? null : <DeleteButton me={me} onDone={refresh} />}
      </Group>
    </Stack>
  )
}
