import { Button, Group, Stack, Title } from '@mantine/core'
import type { SupportProfile } from '@recado/contracts/admin/users'
import { setSupportProfile } from '@recado/contracts/admin/users'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FormFailure } from '#web/components/form/form-failure.tsx'
import { call } from '#web/lib/api/api.ts'
import { errorText } from '#web/lib/api/error-text.ts'
import { toastSuccess } from '#web/lib/ui/toasts.ts'
import { useUnsaved } from '#web/lib/ui/unsaved.ts'
import { adminKey } from '#web/queries/admin.ts'
import { StaffFields } from './staff-fields.tsx'

/** Changing what somebody of the support staff can take on. */
export const StaffForm = ({ userId, saved }: { userId: string; saved: SupportProfile }) => {
  const { t } = useTranslation(['admin/accounts', 'common', 'errors'])
  const client = useQueryClient()
  const [value, setValue] = useState(saved)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  const dirty = JSON.stringify(value) !== JSON.stringify(saved)
  useUnsaved(() => dirty && !busy)
  const save = async () => {
    setBusy(true)
    setFailure(null)
    try {
      await call(setSupportProfile, { params: { id: userId }, body: value })
      await client.invalidateQueries({ queryKey: adminKey })
      toastSuccess(t('common:saved'))
    } catch (error) {
      setFailure(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <section aria-label={t('staff.title')}>
      <Stack gap="sm">
        <Title order={3} fz="sm">
          {t('staff.title')}
        </Title>
        <StaffFields value={value} onChange={setValue} />
        <FormFailure>{failure ? errorText(t, failure) : null}</FormFailure>
        <Group justify="flex-end">
          <Button loading={busy} disabled={!dirty} onClick={() => void save()}>
            {t('common:save')}
          </Button>
        </Group>
      </Stack>
    </section>
  )
}
