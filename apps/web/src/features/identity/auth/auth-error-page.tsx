import { useTranslation } from 'react-i18next'
import { LinkButton } from '#web/components/content/link-button.tsx'
import { AuthCard } from './auth-card.tsx'
import { useSignInErrorText } from './error-banner.tsx'

/** Where the server sends the browser when signing in failed outside of our form. */
export const AuthErrorPage = ({ error }: { error: string | undefined }) => {
  const { t } = useTranslation('identity/auth')
  const text = useSignInErrorText()
  return (
    <AuthCard title={t('errorPage.title')} description={text(error ?? 'Default')}>
      <LinkButton to="/signin" size="md" fullWidth>
        {t('backToSignIn')}
      </LinkButton>
    </AuthCard>
  )
}
