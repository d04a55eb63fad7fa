import { Button, PasswordInput, Stack } from '@mantine/core'
import { resetPassword } from '@recado/contracts/auth'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FormFailure } from '../../components/form-failure.tsx'
import { LinkButton } from '../../components/link-button.tsx'
import { PasswordStrength } from '../../components/password-strength.tsx'
import { TextLink } from '../../components/text-link.tsx'
import { ApiError, call } from '../../lib/api.ts'
import { useContractForm } from '../../lib/form.ts'
import { AuthCard } from './auth-card.tsx'

const LinkExpired = () => {
  const { t } = useTranslation('auth')
  return (
    <AuthCard title={t('reset.expiredTitle')} description={t('reset.expiredText')}>
      <LinkButton to="/forgot-password" size="md" fullWidth>
        {t('reset.askAgain')}
      </LinkButton>
    </AuthCard>
  )
}

const PasswordChanged = () => {
  const { t } = useTranslation('auth')
  return (
    <AuthCard title={t('reset.doneTitle')} description={t('reset.doneText')}>
      <LinkButton to="/signin" size="md" fullWidth>
        {t('signIn.submit')}
      </LinkButton>
    </AuthCard>
  )
}

/** Setting a new password by the link of a mail; `text` says what for, unless it was asked for. */
export const ResetPasswordPage = ({ token, text }: { token: string | undefined; text?: string }) => {
  const { t } = useTranslation(['auth', 'validation'])
  const [done, setDone] = useState(false)
  const { form, submit, busy, failure, error } = useContractForm({
    schema: resetPassword.body,
    initialValues: { password: '', repeated: '' },
    toBody: ({ password }) => ({ token, password }),
    extra: ({ password, repeated }) => ({ repeated: password === repeated ? undefined : t('validation:mismatch') }),
    onSubmit: async ({ password }) => {
      await call(resetPassword, { body: { token: token ?? '', password } })
      setDone(true)
    },
  })
  if (done) return <PasswordChanged />
  if (!token || (error instanceof ApiError && error.code === 'token_invalid')) return <LinkExpired />
  const toggle = { 'aria-label': t('field.showPassword'), tabIndex: 0 }
  return (
    <AuthCard
      title={t('reset.title')}
      description={text ?? t('reset.text')}
      footer={<TextLink to="/signin">{t('backToSignIn')}</TextLink>}
    >
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          <div>
            <PasswordInput
              label={t('field.newPassword')}
              description={t('field.passwordHint')}
              autoComplete="new-password"
              visibilityToggleButtonProps={toggle}
              {...form.getInputProps('password')}
            />
            <PasswordStrength value={form.values.password} />
          </div>
          <PasswordInput
            label={t('field.repeatPassword')}
            autoComplete="new-password"
            visibilityToggleButtonProps={toggle}
            {...form.getInputProps('repeated')}
          />
          <FormFailure>{failure}</FormFailure>
          <Button type="submit" size="md" loading={busy} fullWidth>
            {t('reset.submit')}
          </Button>
        </Stack>
      </form>
    </AuthCard>
  )
}
