import { Skeleton, Stack } from '@mantine/core'
import type { Profile } from '@recado/contracts/identity/users'
import { IconBell, IconDatabase, IconLock, IconUser } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { linkOptions } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { RetryState } from '#web/components/feedback/retry-state.tsx'
import { FormSection } from '#web/components/form/form-section.tsx'
import { lazyComponent } from '#web/components/page/lazy-component.tsx'
import { SettingsPage } from '#web/components/page/settings-page.tsx'
import { useSettings } from '#web/components/page/settings-provider.tsx'
import { meQuery } from './api.ts'
import { OwnData } from './own-data.tsx'
import { PersonForm } from './person-form.tsx'
import { PhotoField } from './photo-field.tsx'
import { Preferences } from './preferences.tsx'
import { type ProfileTab, profileTabs } from './profile-tabs.ts'

const icons = { account: IconUser, security: IconLock, notifications: IconBell, data: IconDatabase }

const waiting = <Skeleton height={480} radius="lg" />
const Security = lazyComponent(async () => (await import('./security-tab.tsx')).SecurityTab, waiting)
const Rest = lazyComponent(async () => (await import('./rest.tsx')).Rest, <Skeleton height={200} radius="lg" />)

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
    if (!me) return waiting
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
