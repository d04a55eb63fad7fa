import { Alert, Button, Loader, PinInput, Stack, Text } from '@mantine/core'
import { resendVerification, verifyEmail } from '@recado/contracts/auth'
import type { EndpointResponse } from '@recado/contracts/endpoint'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { LinkButton } from '../../components/link-button.tsx'
import { TextLink } from '../../components/text-link.tsx'
import { call } from '../../lib/api.ts'
import { errorText } from '../../lib/error-text.ts'
import { useSessionClient } from '../../lib/session.ts'
import { verificationQuery } from './api.ts'
import { AuthCard } from './auth-card.tsx'
import { DemoMailbox } from './demo-hint.tsx'
import { takeFreshPassword } from './fresh-account.ts'
import { ResetPasswordPage } from './reset-password-page.tsx'

const cooldownSeconds = 60

const Verified = ({ email, resetToken }: EndpointResponse<typeof verifyEmail>) => {
  const { t } = useTranslation('auth')
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
  const { t } = useTranslation(['auth', 'errors'])
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
  const { t } = useTranslation(['auth', 'errors'])
  const [wait, setWait] = useState(0)
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => call(resendVerification, { body: { email } }),
    meta: { quiet: true },
    onSettled: () => setWait(cooldownSeconds),
  })
  useEffect(() => {
    if (wait === 0) return
    const timer = setTimeout(() => setWait(wait - 1), 1000)
    return () => clearTimeout(timer)
  }, [wait])
  return (
    <>
      {error ? (
        <Text size="sm" c="var(--mantine-color-error)" role="alert">
          {errorText(t, error)}
        </Text>
      ) : null}
      <Button variant="subtle" size="sm" loading={isPending} disabled={wait > 0} onClick={() => mutate()}>
        {wait > 0 ? t('verify.resendIn', { seconds: wait }) : t('verify.resend')}
      </Button>
    </>
  )
}

const ByCode = ({ email }: { email: string }) => {
  const { t } = useTranslation(['auth', 'errors'])
  const session = useSessionClient()
  const navigate = useNavigate()
  const { mutate, isPending, data, error } = useMutation({
    mutationFn: async (code: string) => {
      const verified = await call(verifyEmail, { body: { email, code } })
      const password = takeFreshPassword(email)
      const result = password && !verified.resetToken ? await session.signIn('credentials', { email, password }) : null
      if (result?.ok) await navigate({ to: '/dashboard' })
      return verified
    },
    meta: { quiet: true },
  })
  if (data) return <Verified {...data} />
  return (
    <AuthCard
      title={t('verify.title')}
      description={t('verify.text', { email })}
      footer={<TextLink to="/signin">{t('backToSignIn')}</TextLink>}
    >
      <Stack align="center" gap="md">
        <PinInput
          length={6}
          placeholder=""
          autoFocus
          type="number"
          oneTimeCode
          size="lg"
          disabled={isPending}
          error={error !== null}
          onComplete={(code) => mutate(code)}
          getInputProps={(index) => ({ 'aria-label': t('verify.digit', { number: index + 1 }) })}
        />
        {error ? (
          <Alert color="red" role="alert" w="100%">
            {errorText(t, error)}
          </Alert>
        ) : null}
        <DemoMailbox />
        <Resend email={email} />
      </Stack>
    </AuthCard>
  )
}

/** Proving an e-mail address: by the link of the mail, or by its six digits. */
export const VerifyEmailPage = ({ token, email }: { token: string | undefined; email: string | undefined }) => {
  const { t } = useTranslation('auth')
  if (token) return <ByToken token={token} />
  if (email) return <ByCode email={email} />
  return <AskForEmail title={t('verify.title')} />
}

const AskForEmail = ({ title }: { title: string }) => {
  const { t } = useTranslation('auth')
  return (
    <AuthCard title={title} description={t('verify.askSignIn')}>
      <LinkButton to="/signin" fullWidth>
        {t('signIn.submit')}
      </LinkButton>
    </AuthCard>
  )
}
