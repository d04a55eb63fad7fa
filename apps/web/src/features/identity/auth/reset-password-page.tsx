import { Loader, PasswordInput } from '@mantine/core'
import { resetPassword } from '@recado/contracts/identity/auth'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { LinkButton } from '#web/components/content/link-button.tsx'
import { TextLink } from '#web/components/content/text-link.tsx'
import { CodeInput } from '#web/components/form/code-input.tsx'
import { PasswordStrength } from '#web/components/form/password-strength.tsx'
import { ShortForm } from '#web/components/form/short-form.tsx'
import { ApiError, call } from '#web/lib/api/api.ts'
import { errorText } from '#web/lib/api/error-text.ts'
import { useContractForm } from '#web/lib/ui/form.ts'
import { resetLinkQuery } from './api.ts'
import { AuthCard } from './auth-card.tsx'

const LinkExpired = () => {
  const { t } = useTranslation('identity/auth')
  return (
    <AuthCard title={t('reset.expiredTitle')} description={t('reset.expiredText')}>
      <LinkButton to="/forgot-password" size="md" fullWidth>
        {t('reset.askAgain')}
      </LinkButton>
    </AuthCard>
  )
}

const PasswordChanged = () => {
  const { t } = useTranslation('identity/auth')
  return (
    <AuthCard title={t('reset.doneTitle')} description={t('reset.doneText')}>
      <LinkButton to="/signin" size="md" fullWidth>
        {t('signIn.submit')}
      </LinkButton>
    </AuthCard>
  )
}

type FormProps = { token: string; twoFactor: boolean; text: string }

const ResetForm = ({ token, twoFactor, text }: FormProps) => {
  const { t } = useTranslation(['identity/auth', 'validation', 'errors'])
  const [done, setDone] = useState(false)
  const { form, busy, error, state } = useContractForm({
    schema: resetPassword.body,
    initialValues: { password: '', repeated: '', code: '' },
    toBody: ({ password, code }) => ({ token, password, ...(twoFactor ? { code } : {}) }),
    extra: ({ password, repeated }) => ({ repeated: password === repeated ? undefined : t('validation:mismatch') }),
    onSubmit: async ({ password, code }) => {
      try {
        await call(resetPassword, { body: { token, password, ...(twoFactor ? { code } : {}) } })
        setDone(true)
      } catch (failed) {
        if (!(failed instanceof ApiError) || failed.code !== 'code_wrong') throw failed
        form.setFieldError('code', t('errors:code_wrong'))
      }
    },
  })
  if (done) return <PasswordChanged />
  if (error instanceof ApiError && error.code === 'token_invalid') return <LinkExpired />
  const { password, repeated, code } = form.values
  const toggle = { 'aria-label': t('field.showPassword'), tabIndex: 0 }
  return (
    <AuthCard
      title={t('reset.title')}
      description={text}
      footer={<TextLink to="/signin">{t('backToSignIn')}</TextLink>}
    >
      <ShortForm wide {...state} submitLabel={t('reset.submit')}>
        <div>
          <PasswordInput
            label={t('field.newPassword')}
            description={t('field.passwordHint')}
            autoComplete="new-password"
            visibilityToggleButtonProps={toggle}
            {...form.getInputProps('password')}
          />
          <PasswordStrength value={password} />
        </div>
        <PasswordInput
          label={t('field.repeatPassword')}
          autoComplete="new-password"
          visibilityToggleButtonProps={toggle}
          {...form.getInputProps('repeated')}
        />
        {twoFactor ? (
          <CodeInput
            label={t('twoFactor.code')}
            description={t('twoFactor.text')}
            value={code}
            onChange={(next) => form.setFieldValue('code', next)}
            error={form.errors['code']}
            busy={busy}
            recovery
            sends={password !== '' && password === repeated}
          />
        ) : null}
      </ShortForm>
    </AuthCard>
  )
}

const ByLink = ({ token, text }: { token: string; text: string }) => {
  const { t } = useTranslation(['identity/auth', 'errors'])
  const { data, error } = useQuery(resetLinkQuery(token))
  if (data) return <ResetForm token={token} twoFactor={data.twoFactor} text={text} />
  if (!error) return <Loader type="dots" aria-label={t('common:loading')} />
  if (error instanceof ApiError && error.code === 'token_invalid') return <LinkExpired />
  return <AuthCard title={t('reset.title')} description={errorText(t, error)} />
}

/** Setting a new password by the link of a mail; `text` says what for, unless it was asked for. */
export const ResetPasswordPage = ({ token, text }: { token: string | undefined; text?: string }) => {
  const { t } = useTranslation('identity/auth')
  return token ? <ByLink token={token} text={text ?? t('reset.text')} /> : <LinkExpired />
}
