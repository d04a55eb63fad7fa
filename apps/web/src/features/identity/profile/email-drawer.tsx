import { PasswordInput, Text, TextInput } from '@mantine/core'
import { changeEmail, type Profile } from '@recado/contracts/identity/users'
import { useTranslation } from 'react-i18next'
import { CodeInput } from '#web/components/form/code-input.tsx'
import { FormDrawer } from '#web/components/form/form-drawer.tsx'
import { ApiError, call } from '#web/lib/api/api.ts'
import { useSignedIn } from '#web/lib/session/session.ts'
import { useContractForm } from '#web/lib/ui/form.ts'
import { toastSuccess } from '#web/lib/ui/toasts.ts'

/** Asks for another address, and for what proves whose account it is. */
export const EmailDrawer = ({ me, onClose }: { me: Profile; onClose: () => void }) => {
  const { t } = useTranslation(['identity/profile', 'errors'])
  const { user } = useSignedIn()
  const { form, busy, state } = useContractForm({
    schema: async () => (await import('@recado/contracts/identity/users')).changeEmail.body,
    initialValues: { email: '', password: '', code: '' },
    onSubmit: async (body) => {
      try {
        await call(changeEmail, { body })
      } catch (error) {
        const code = error instanceof ApiError ? error.code : null
        if (code === 'password_wrong') form.setFieldError('password', t('errors:password_wrong'))
        else if (code === 'code_wrong') form.setFieldError('code', t('errors:code_wrong'))
        else throw error
        return
      }
      toastSuccess(t('email.sent', { email: body.email }))
      onClose()
    },
  })
  return (
    <FormDrawer opened title={t('email.title')} submitLabel={t('email.submit')} {...state} onClose={onClose}>
      <Text size="sm" c="dimmed">
        {t('email.text', { email: me.email })}
      </Text>
      <TextInput
        type="email"
        label={t('email.new')}
        data-autofocus
        autoComplete="email"
        {...form.getInputProps('email')}
      />
      {me.hasPassword ? (
        <PasswordInput
          label={t('password.current')}
          autoComplete="current-password"
          visibilityToggleButtonProps={{ 'aria-label': t('password.show'), tabIndex: 0 }}
          {...form.getInputProps('password')}
        />
      ) : null}
      {user.two_factor ? (
        <CodeInput
          label={t('twoFactor.code')}
          value={form.values.code}
          onChange={(code) => form.setFieldValue('code', code)}
          error={form.errors['code']}
          busy={busy}
          recovery
          sends={form.values.email !== '' && (!me.hasPassword || form.values.password !== '')}
        />
      ) : null}
    </FormDrawer>
  )
}
