import { Button, Group, PasswordInput, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useRouter } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CodeInput } from '../../components/code-input.tsx'
import { TextLink } from '../../components/text-link.tsx'
import { safeCallback } from '../../lib/callback-url.ts'
import { useSessionClient } from '../../lib/session.ts'
import { AuthCard } from './auth-card.tsx'
import { DemoAccounts } from './demo-hint.tsx'
import { ErrorBanner } from './error-banner.tsx'
import { SocialButtons } from './social-buttons.tsx'

type Props = { error: string | undefined; callbackUrl: string | undefined; email: string | undefined }

/** Signing in by e-mail and password, or by a provider. */
export const SignInPage = ({ error: givenError, callbackUrl, email = '' }: Props) => {
  const { t } = useTranslation(['auth', 'validation'])
  const client = useSessionClient()
  const router = useRouter()
  const submitRef = useRef<HTMLButtonElement>(null)
  /** Back from a provider: who it is is known, and a code is all that is asked for. */
  const [halfway, setHalfway] = useState(givenError === 'TwoFactorRequired')
  const [error, setError] = useState(halfway ? undefined : givenError)
  const [busy, setBusy] = useState(false)
  /** The password was right, and the account asks for a code besides. */
  const [asking, setAsking] = useState(halfway)
  const target = safeCallback(callbackUrl)
  const required = (value: string) => (value.trim() === '' ? t('validation:required') : null)
  const form = useForm({
    initialValues: { email, password: '', code: '' },
    enhanceGetInputProps: ({ field }) => ({ name: field }),
    validate: {
      email: (value) => (halfway ? null : required(value)),
      password: (value) => (halfway ? null : required(value)),
      code: (value) => (asking ? required(value) : null),
    },
  })

  const signIn = async ({ code, ...values }: { email: string; password: string; code: string }) => {
    if (busy) return
    setBusy(true)
    setError(undefined)
    try {
      const result = await client.signIn('credentials', {
        ...(halfway ? {} : values),
        ...(asking ? { code } : {}),
        callbackUrl: window.location.origin + target,
      })
      if (result.ok && !result.error) router.history.push(target)
      else if (result.error === 'TwoFactorRequired') setAsking(true)
      else setError(result.error ?? 'Default')
    } catch {
      setError('Network')
    } finally {
      setBusy(false)
    }
  }

  if (asking) {
    return (
      <AuthCard title={t('twoFactor.title')} description={t('twoFactor.text')}>
        {error && error !== 'TwoFactorInvalid' ? <ErrorBanner code={error} /> : null}
        <form onSubmit={form.onSubmit((values) => void signIn(values))} noValidate>
          <Stack gap="md">
            <CodeInput
              label={t('twoFactor.code')}
              value={form.values.code}
              onChange={(code) => {
                form.setFieldValue('code', code)
                setError(undefined)
              }}
              error={error === 'TwoFactorInvalid' ? t('error.TwoFactorInvalid') : form.errors['code']}
              busy={busy}
              recovery
              autoFocus
            />
            <Button type="submit" size="md" loading={busy} fullWidth>
              {t('twoFactor.submit')}
            </Button>
            <Button
              variant="subtle"
              onClick={() => {
                form.reset()
                setError(undefined)
                setHalfway(false)
                setAsking(false)
              }}
            >
              {t('twoFactor.back')}
            </Button>
          </Stack>
        </form>
      </AuthCard>
    )
  }

  const below = (
    <DemoAccounts
      onChoose={(account) => {
        form.setValues(account)
        form.clearErrors()
        submitRef.current?.focus()
      }}
    />
  )
  const footer = (
    <>
      {t('signIn.noAccount')} <TextLink to="/register">{t('signIn.register')}</TextLink>
    </>
  )
  return (
    <AuthCard title={t('signIn.heading')} description={t('signIn.description')} footer={footer} below={below}>
      {error ? (
        <ErrorBanner code={error}>
          {error === 'EmailNotVerified' ? (
            <div>
              <TextLink to="/verify-email" search={{ email: form.values.email }}>
                {t('verify.goTo')}
              </TextLink>
            </div>
          ) : null}
        </ErrorBanner>
      ) : null}
      <form onSubmit={form.onSubmit((values) => void signIn(values))} noValidate>
        <Stack gap="md">
          <TextInput
            type="email"
            label={t('field.email')}
            autoComplete="username"
            size="md"
            {...form.getInputProps('email')}
          />
          <PasswordInput
            label={t('field.password')}
            autoComplete="current-password"
            size="md"
            visibilityToggleButtonProps={{ 'aria-label': t('field.showPassword'), tabIndex: 0 }}
            {...form.getInputProps('password')}
          />
          <Group justify="flex-end" mt={-6}>
            <TextLink to="/forgot-password" size="sm">
              {t('signIn.forgot')}
            </TextLink>
          </Group>
          <Button ref={submitRef} type="submit" size="md" loading={busy} fullWidth>
            {t('signIn.submit')}
          </Button>
        </Stack>
      </form>
      <SocialButtons callbackUrl={window.location.origin + target} />
    </AuthCard>
  )
}
