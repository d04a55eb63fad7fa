import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { TextLink } from '#web/components/content/text-link.tsx'
import { AuthCard } from './auth-card.tsx'
import { rememberFreshAccount } from './fresh-account.ts'
import { RegisterForm } from './register-form.tsx'

/** Making an account; the next step is the mail that proves the address. */
export const RegisterPage = () => {
  const { t } = useTranslation('identity/auth')
  const navigate = useNavigate()
  const footer = (
    <>
      {t('register.haveAccount')} <TextLink to="/signin">{t('signIn.submit')}</TextLink>
    </>
  )
  return (
    <AuthCard title={t('register.title')} description={t('register.description')} footer={footer}>
      <RegisterForm
        onDone={({ email, password }) => {
          rememberFreshAccount({ email, password })
          return navigate({ to: '/verify-email', search: { email } })
        }}
      />
    </AuthCard>
  )
}
