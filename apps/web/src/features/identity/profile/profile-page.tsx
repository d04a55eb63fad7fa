import { Skeleton, Stack } from '@mantine/core'
import type { Profile } from '@recado/contracts/identity/users'
import { IconBell, IconDatabase, IconLock, IconUser } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { linkOptions } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { RetryState } from '#web/components/feedback/retry-state.tsx'
import { FormSection } from '#web/components/form/form-section.tsx'
import { SettingsPage } from '#web/components/page/settings-page.tsx'
import { useSettings } from '#web/components/page/settings-provider.tsx'
import { meQuery } from './api.ts'
import { OwnData } from './own-data.tsx'
import { PasswordForm } from './password-form.tsx'
import { PersonForm } from './person-form.tsx'
import { PhotoField } from './photo-field.tsx'
import { Preferences } from './preferences.tsx'
import { type ProfileTab, profileTabs } from './profile-tabs.ts'
import { Rest } from './rest.tsx'
import { SessionList } from './session-list.tsx'
import { SignInHistory } from './sign-in-history.tsx'
import { SupportConsent } from './support-consent.tsx'
import { TwoFactor } from './two-factor.tsx'

const icons = { account: IconUser, security: IconLock, notifications: IconBell, data: IconDatabase }

const Account = ({ me }: { me: Profile }) => {
  const { t } = useTranslation('identity/profile')
  return (
    <>
      <FormSection title={t('person.title')} description={t('person.text')}>
        <PhotoField me={me} />
        <PersonForm key={me.id} me={me} />
      </FormSection>
      <FormSection title={t('preferences.title')} description={t('preferences.text')}>
        <Preferences me={me} />
      </FormSection>
    </>
  )
}

const Security = ({ me }: { me: Profile }) => {
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

const Notifications = ({ preferences }: { preferences: ReactNode }) => {
  const { t } = useTranslation('identity/profile')
  const settings = useSettings()
  return (
    <>
      {settings.notifications ? (
        <FormSection wide title={t('notifications.title')} description={t('notifications.text')}>
          {preferences}
        </FormSection>
      ) : null}
      <FormSection title={t('rest.title')} description={t('rest.text')}>
        <Rest />
      </FormSection>
    </>
  )
}

const Data = ({ me }: { me: Profile }) => {
  const { t } = useTranslation('identity/profile')
  return (
    <FormSection title={t('data.title')} description={t('data.text')}>
      <OwnData me={me} />
    </FormSection>
  )
}

type Props = {
  tab: ProfileTab
  /** Chooses what reaches the person; it shows where the installation has an inbox. */
  notifications: ReactNode
}

/** My own account. */
export const ProfilePage = ({ tab, notifications }: Props) => {
  const { t } = useTranslation('identity/profile')
  const { data: me, error, refetch } = useQuery(meQuery)
  const panel = () => {
    if (error && !me) return <RetryState error={error} onRetry={refetch} />
    if (!me) return <Skeleton height={480} radius="lg" />
    if (tab === 'security') return <Security me={me} />
    if (tab === 'notifications') return <Notifications preferences={notifications} />
    return tab === 'data' ? <Data me={me} /> : <Account me={me} />
  }
  const places = profileTabs.map((value) => ({
    value,
    label: t(`tab.${value}`),
    icon: icons[value],
    link: linkOptions({ to: '/profile', search: value === 'account' ? {} : { tab: value } }),
  }))
  return (
    <SettingsPage title={t('title')} label={t('title')} groups={[{ title: t('title'), places }]} value={tab}>
      <Stack gap="md">{panel()}</Stack>
    </SettingsPage>
  )
}
