import { PasswordInput, Stack } from '@mantine/core'
import { changePassword } from '@recado/contracts/identity/users'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Form } from '#web/components/form/form.tsx'
import { PasswordStrength } from '#web/components/form/password-strength.tsx'
import { ApiError, call } from '#web/lib/api/api.ts'
import { useContractForm } from '#web/lib/ui/form.ts'
import { toastSuccess } from '#web/lib/ui/toasts.ts'
import { sessionsQuery } from './api.ts'

/** Changing the password: the current one, and the new one twice. */
export const PasswordForm = ({ email }: { email: string }) => {
  const { t } = useTranslation(['identity/profile', 'validation', 'errors'])
  const queryClient = useQueryClient()
  const { form, state } = useContractForm({
    schema: async () => (await import('@recado/contracts/identity/users')).changePassword.body,
    initialValues: { current: '', password: '', repeated: '' },
    extra: ({ current, password, repeated }) => ({
      current: current === '' ? t('validation:required') : undefined,
      repeated: password === repeated ? undefined : t('validation:mismatch'),
    }),
    onSubmit: async ({ current, password }) => {
      try {
        await call(changePassword, { body: { current, password } })
      } catch (error) {
        if (!(error instanceof ApiError) || error.code !== 'password_wrong') throw error
        form.setFieldError('current', t('errors:password_wrong'))
        return
      }
      form.reset()
      toastSuccess(t('password.changed'))
      await queryClient.invalidateQueries({ queryKey: sessionsQuery.queryKey })
    },
  })
  const toggle = { 'aria-label': t('password.show'), tabIndex: 0 }
  return (
    <Form {...state} label={t('password.title')} submitLabel={t('password.submit')}>
      <Stack gap="md" maw={380}>
        <input type="text" autoComplete="username" value={email} readOnly hidden />
        <PasswordInput
          label={t('password.current')}
          autoComplete="current-password"
          visibilityToggleButtonProps={toggle}
          {...form.getInputProps('current')}
        />
        <div>
          <PasswordInput
            label={t('password.new')}
            description={t('password.hint')}
            autoComplete="new-password"
            visibilityToggleButtonProps={toggle}
            {...form.getInputProps('password')}
          />
          <PasswordStrength value={form.values.password} />
        </div>
        <PasswordInput
          label={t('password.repeat')}
          autoComplete="new-password"
          visibilityToggleButtonProps={toggle}
          {...form.getInputProps('repeated')}
        />
      </Stack>
    </Form>
  )
}
