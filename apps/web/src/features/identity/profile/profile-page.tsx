import { Skeleton, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorState } from '#web/components/feedback/error-state.tsx'
import { PageHeader } from '#web/components/page/page-header.tsx'
import { useSettings } from '#web/components/page/settings-provider.tsx'
import { meQuery } from './api.ts'
import { OwnData } from './own-data.tsx'
import { PasswordForm } from './password-form.tsx'
import { PersonForm } from './person-form.tsx'
import { PhotoField } from './photo-field.tsx'
import { Preferences } from './preferences.tsx'
import { Rest } from './rest.tsx'
import { Section } from './section.tsx'
import { SessionList } from './session-list.tsx'
import { SignInHistory } from './sign-in-history.tsx'
import { SupportConsent } from './support-consent.tsx'
import { TwoFactor } from './two-factor.tsx'

/** My own account. `notifications` chooses what reaches me; it shows where the installation has an inbox. */
export const ProfilePage = ({ notifications }: { notifications: ReactNode }) => {
  const { t } = useTranslation('identity/profile')
  const settings = useSettings()
  const { data: me, error, refetch } = useQuery(meQuery)

  const content = () => {
    if (error && !me) return <ErrorState error={error} onRetry={() => void refetch()} />
    if (!me) return <Skeleton height={480} radius="lg" />
    return (
      <Stack gap="md">
        <Section title={t('person.title')} description={t('person.text')}>
          <PhotoField me={me} />
          <PersonForm key={me.id} me={me} />
        </Section>
        <Section title={t('preferences.title')} description={t('preferences.text')}>
          <Preferences me={me} />
        </Section>
        {me.hasPassword ? (
          <Section title={t('password.title')} description={t('password.text')}>
            <PasswordForm email={me.email} />
          </Section>
        ) : null}
        <Section id="two-factor" title={t('twoFactor.title')} description={t('twoFactor.text')}>
          <TwoFactor hasPassword={me.hasPassword} />
        </Section>
        <Section title={t('sessions.title')} description={t('sessions.text')}>
          <SessionList />
        </Section>
        <Section title={t('history.title')} description={t('history.text')}>
          <SignInHistory />
        </Section>
        {me.role === 'customer' ? (
          <Section title={t('support.title')} description={t('support.text')}>
            <SupportConsent />
          </Section>
        ) : null}
        {settings.notifications ? (
          <Section title={t('notifications.title')} description={t('notifications.text')}>
            {notifications}
          </Section>
        ) : null}
        <Section title={t('rest.title')} description={t('rest.text')}>
          <Rest />
        </Section>
        <Section title={t('data.title')} description={t('data.text')}>
          <OwnData me={me} />
        </Section>
      </Stack>
    )
  }

  return (
    <>
      <PageHeader title={t('title')} />
      {content()}
    </>
  )
}
