import { Alert, SegmentedControl, Stack, Text } from '@mantine/core'
import { impersonationMinutes, startImpersonation } from '@recado/contracts/identity/impersonation'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { call } from '#web/lib/api/api.ts'
import { useSessionClient } from '#web/lib/session/session.ts'
import { useContractForm } from '#web/lib/ui/form.ts'
import { FormDrawer } from './form-drawer.tsx'
import { ReasonField } from './reason-field.tsx'

type Person = { id: string; name: string }
/** `companyId` is the company of theirs to work in; without it the last one they worked in. */
type Props = { person: Person; companyId?: string; onClose: () => void }
type Values = { reason: string; minutes: 15 | 30 | 60; mode: 'view' | 'act' }

/** Entering as a user: why, for how long, and whether to change things. */
export const ImpersonateDrawer = ({ person, companyId, onClose }: Props) => {
  const { t } = useTranslation(['admin/accounts', 'common'])
  const session = useSessionClient()
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const { form, state } = useContractForm<Values>({
    schema: startImpersonation.body,
    initialValues: { reason: '', minutes: 15, mode: 'view' },
    onSubmit: async (body) => {
      await call(startImpersonation, { params: { id: person.id }, body: { ...body, companyId: companyId ?? null } })
      await navigate({ to: '/dashboard' })
      await session.getSession()
      queryClient.clear()
    },
  })
  return (
    <FormDrawer
      opened
      title={t('impersonate.title', { name: person.name })}
      submitLabel={t('impersonate.enter')}
      {...state}
      onClose={onClose}
    >
      <Alert color="red" variant="light">
        {t('impersonate.warning', { name: person.name })}
      </Alert>
      <ReasonField least={10} minRows={3} data-autofocus {...form.getInputProps('reason')} />
      <Stack gap={6}>
        <Text size="sm" fw={500} id="impersonation-minutes">
          {t('impersonate.minutes')}
        </Text>
        <SegmentedControl
          aria-labelledby="impersonation-minutes"
          value={String(form.values.minutes)}
          data={impersonationMinutes.map((count) => ({ value: String(count), label: t('minutes', { count }) }))}
          onChange={(value) =>
            form.setFieldValue('minutes', impersonationMinutes.find((count) => String(count) === value) ?? 15)
          }
        />
        {form.errors.minutes ? (
          <Text size="xs" c="red">
            {form.errors.minutes}
          </Text>
        ) : null}
      </Stack>
      <Stack gap={6}>
        <Text size="sm" fw={500} id="impersonation-mode">
          {t('impersonate.mode')}
        </Text>
        <SegmentedControl
          aria-labelledby="impersonation-mode"
          value={form.values.mode}
          data={(['view', 'act'] as const).map((value) => ({ value, label: t(`impersonate.${value}`) }))}
          onChange={(value) => form.setFieldValue('mode', value === 'act' ? 'act' : 'view')}
        />
        <Text size="xs" c="dimmed">
          {t(`impersonate.${form.values.mode}Text`)}
        </Text>
      </Stack>
    </FormDrawer>
  )
}
