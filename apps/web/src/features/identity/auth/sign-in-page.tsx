import { useRouter } from '@tanstack/react-router'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { TextLink } from '#web/components/content/text-link.tsx'
import { safeCallback } from '#web/lib/session/callback-url.ts'
import { AuthCard } from './auth-card.tsx'
import { DemoAccounts } from './demo-hint.tsx'
import { ErrorBanner } from './error-banner.tsx'
import { CodeFields, PasswordFields } from './sign-in-fields.tsx'
import { SocialButtons } from './social-buttons.tsx'
import { useSignIn } from './use-sign-in.ts'

type Props = { error: string | undefined; callbackUrl: string | undefined; email: string | undefined }

/** Signing in by e-mail and password, or by a provider. */
export const SignInPage = ({ error: givenError, callbackUrl, email = '' }: Props) => {
  const { t } = useTranslation(['identity/auth', 'validation'])
  const router = useRouter()
  const submitRef = useRef<HTMLButtonElement>(null)
  const target = safeCallback(callbackUrl)
  const signIn = useSignIn({ email, error: givenError, target, onSignedIn: () => router.history.push(target) })
  const { form, error } = signIn

  if (signIn.asking) {
    return (
      <AuthCard title={t('twoFactor.title')} description={t('twoFactor.text')}>
        {error && error !== 'TwoFactorInvalid' ? <ErrorBanner code={error} /> : null}
        <CodeFields {...signIn} />
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
      <PasswordFields signIn={signIn} submitRef={submitRef} />
      <SocialButtons callbackUrl={window.location.origin + target} />
    </AuthCard>
  )
}
