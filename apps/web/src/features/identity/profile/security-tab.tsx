import type { Profile } from '@recado/contracts/identity/users'
import { useTranslation } from 'react-i18next'
import { FormSection } from '#web/components/form/form-section.tsx'
import { PasswordForm } from './password-form.tsx'
import { SessionList } from './session-list.tsx'
import { SignInHistory } from './sign-in-history.tsx'
import { SupportConsent } from './support-consent.tsx'
import { TwoFactor } from './two-factor.tsx'

/** How I sign in, where I am signed in, and who may look into my account. */
export const SecurityTab = ({ me }: { me: Profile }) => {
  const { t } = useTranslation('identity/profile')
  return (
    <>
      {me.hasPassword ? (
        <FormSection title={t('password.title')} description={t('password.text')}>
          <PasswordForm email={me.email} />
        </FormSection>
      ) : null}
      <FormSection id="two-factor" title={t('twoFactor.title')} description={t('twoFactor.text')}>
        <TwoFactor hasPassword={me.hasPassword} />
      </FormSection>
      <FormSection title={t('sessions.title')} description={t('sessions.text')}>
        <SessionList />
      </FormSection>
      <FormSection title={t('history.title')} description={t('history.text')}>
        <SignInHistory />
      </FormSection>
      {me.role === 'customer' ? (
        <FormSection title={t('support.title')} description={t('support.text')}>
          <SupportConsent />
        </FormSection>
      ) : null}
    </>
  )
}
