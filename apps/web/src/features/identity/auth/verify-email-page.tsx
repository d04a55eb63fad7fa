import { Button, Loader, Stack, Text } from '@mantine/core'
import type { EndpointResponse } from '@recado/contracts/endpoint'
import { resendVerification, verifyEmail } from '@recado/contracts/identity/auth'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { LinkButton } from '#web/components/content/link-button.tsx'
import { TextLink } from '#web/components/content/text-link.tsx'
import { CodeInput } from '#web/components/form/code-input.tsx'
import { ShortForm } from '#web/components/form/short-form.tsx'
import { ApiError, call } from '#web/lib/api/api.ts'
import { errorText } from '#web/lib/api/error-text.ts'
import { useSessionClient } from '#web/lib/session/session.ts'
import { useContractForm } from '#web/lib/ui/form.ts'
import { verificationQuery } from './api.ts'
import { AuthCard } from './auth-card.tsx'
import { DemoMailbox } from './demo-hint.tsx'
import { takeFreshPassword } from './fresh-account.ts'
import { ResetPasswordPage } from './reset-password-page.tsx'

const cooldownSeconds = 60

/** Seconds until another mail can be asked for. */
const waitOf = (error: unknown): number => {
  const told = error instanceof ApiError ? Number(error.data?.['retryAfter']) : Number.NaN
  return Number.isFinite(told) ? Math.max(1, Math.ceil(told)) : cooldownSeconds
}

const clock = (seconds: number) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`

const isWrongCode = (error: unknown) => error instanceof ApiError && error.code === 'code_wrong'

const Verified = ({ email, resetToken }: EndpointResponse<typeof verifyEmail>) => {
  const { t } = useTranslation('identity/auth')
  if (resetToken) return <ResetPasswordPage token={resetToken} text={t('verify.passwordText')} />
  return (
    <AuthCard title={t('verify.doneTitle')} description={t('verify.doneText')}>
      <LinkButton to="/signin" search={{ email }} size="md" fullWidth>
        {t('signIn.submit')}
      </LinkButton>
    </AuthCard>
  )
}

const ByToken = ({ token }: { token: string }) => {
  const { t } = useTranslation(['identity/auth', 'errors'])
  const { data, error } = useQuery(verificationQuery(token))
  if (data) return <Verified {...data} />
  if (!error) return <Loader type="dots" aria-label={t('common:loading')} />
  return (
    <AuthCard title={t('verify.failedTitle')} description={errorText(t, error)}>
      <LinkButton to="/verify-email" size="md" fullWidth>
        {t('verify.again')}
      </LinkButton>
    </AuthCard>
  )
}

const Resend = ({ email }: { email: string }) => {
  const { t } = useTranslation(['identity/auth', 'errors'])
  const [wait, setWait] = useState(cooldownSeconds)
  const { mutate, isPending, isSuccess, error } = useMutation({
    mutationFn: () => call(resendVerification, { body: { email } }),
    meta: { quiet: true },
    onSettled: (_, failure) => setWait(waitOf(failure)),
  })
  useEffect(() => {
    if (wait === 0) return
    const timer = setTimeout(() => setWait(wait - 1), 1000)
    return () => clearTimeout(timer)
  }, [wait])
  return (
    <Stack gap={4} align="center">
      {error ? (
        <Text size="sm" c="var(--mantine-color-error)" role="alert">
          {errorText(t, error)}
        </Text>
      ) : null}
      {isSuccess ? (
        <Text size="sm" role="status">
          {t('verify.resent')}
        </Text>
      ) : null}
      <Button variant="subtle" size="sm" loading={isPending} disabled={wait > 0} onClick={() => mutate()}>
        {wait > 0 ? t('verify.resendIn', { time: clock(wait) }) : t('verify.resend')}
      </Button>
    </Stack>
  )
}

const ByCode = ({ email }: { email: string }) => {
  const { t } = useTranslation(['identity/auth', 'errors'])
  const session = useSessionClient()
  const navigate = useNavigate()
  const [verified, setVerified] = useState<EndpointResponse<typeof verifyEmail> | null>(null)
  const { form, busy, state } = useContractForm({
    initialValues: { code: '' },
    brief: true,
    onSubmit: async ({ code }) => {
      try {
        const answer = await call(verifyEmail, { body: { email, code } })
        const password = takeFreshPassword(email)
        const result = password && !answer.resetToken ? await session.signIn('credentials', { email, password }) : null
        if (result?.ok) await navigate({ to: '/dashboard' })
        setVerified(answer)
      } catch (error) {
        if (!isWrongCode(error)) throw error
        form.setFieldError('code', t('verify.wrong'))
      }
    },
  })
  const { code } = form.values
  if (verified) return <Verified {...verified} />
  return (
    <AuthCard
      title={t('verify.title')}
      description={t('verify.text', { email })}
      footer={<TextLink to="/signin">{t('backToSignIn')}</TextLink>}
    >
      <ShortForm
        wide
        {...state}
        submitLabel={t('verify.submit')}
        ready={code.length === 6}
        after={
          <>
            <DemoMailbox />
            <Resend email={email} />
          </>
        }
      >
        <CodeInput
          label={t('verify.code')}
          value={code}
          onChange={(next) => form.setFieldValue('code', next)}
          error={form.errors['code']}
          busy={busy}
          autoFocus
        />
      </ShortForm>
    </AuthCard>
  )
}

/** Proving an e-mail address: by the link of the mail, or by its six digits. */
export const VerifyEmailPage = ({ token, email }: { token: string | undefined; email: string | undefined }) => {
  const { t } = useTranslation('identity/auth')
  if (token) return <ByToken token={token} />
  if (email) return <ByCode email={email} />
  return <AskForEmail title={t('verify.title')} />
}

const AskForEmail = ({ title }: { title: string }) => {
  const { t } = useTranslation('identity/auth')
  return (
    <AuthCard title={title} description={t('verify.askSignIn')}>
      <LinkButton to="/signin" fullWidth>
        {t('signIn.submit')}
      </LinkButton>
    </AuthCard>
  )
}
