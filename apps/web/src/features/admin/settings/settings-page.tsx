import { Skeleton } from '@mantine/core'
import {
  IconCode,
  IconFileText,
  IconFlag,
  IconHistory,
  IconLock,
  IconPalette,
  IconReceipt,
  IconRobot,
  IconSchool,
  IconSpeakerphone,
  IconTool,
  IconWorld,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { linkOptions } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import { useTranslation } from 'react-i18next'
import { RetryState } from '#web/components/feedback/retry-state.tsx'
import { lazyComponent } from '#web/components/page/lazy-component.tsx'
import { SettingsPage } from '#web/components/page/settings-page.tsx'
import { settingsQuery } from './api.ts'
import { SettingsForm } from './settings-form.tsx'
import type { SettingsPageTab } from './settings-page-tabs.ts'

const waiting = <Skeleton height={320} radius="lg" />
const FlagsPanel = lazyComponent(async () => (await import('./flags-panel.tsx')).FlagsPanel, waiting)
const VersionsList = lazyComponent(async () => (await import('./versions-list.tsx')).VersionsList, waiting)

const icons: Record<SettingsPageTab, ComponentType<{ size?: number }>> = {
  brand: IconPalette,
  domain: IconWorld,
  billing: IconReceipt,
  legal: IconFileText,
  tracking: IconCode,
  chatbot: IconRobot,
  tutorial: IconSchool,
  maintenance: IconTool,
  security: IconLock,
  campaigns: IconSpeakerphone,
  flags: IconFlag,
  versions: IconHistory,
}

/** Every page of settings, in the order of the list. */
const groups = {
  product: ['brand', 'domain', 'tutorial', 'chatbot'],
  business: ['billing', 'legal', 'tracking'],
  operation: ['maintenance', 'security', 'campaigns', 'flags', 'versions'],
} as const satisfies Record<string, readonly SettingsPageTab[]>

/** The settings of the installation, group by group. */
export const PlatformSettingsPage = ({ tab }: { tab: SettingsPageTab }) => {
  const { t } = useTranslation('admin/settings')
  const { data, error, refetch } = useQuery(settingsQuery)
  const placeOf = (value: SettingsPageTab) => ({
    value,
    label: t(`tab.${value}`),
    icon: icons[value],
    link: linkOptions({ to: '/admin/settings', search: { tab: value } }),
  })
  const shown = (['product', 'business', 'operation'] as const).map((group) => ({
    title: t(`group.${group}`),
    places: groups[group].map(placeOf),
  }))
  const content = () => {
    if (tab === 'flags') return <FlagsPanel />
    if (error && !data) return <RetryState error={error} onRetry={refetch} />
    if (!data) return waiting
    if (tab === 'versions') return <VersionsList current={data.version} />
    return <SettingsForm key={`${tab} ${data.version}`} tab={tab} saved={data} />
  }
  return (
    <SettingsPage title={t('title')} description={t('text')} label={t('title')} groups={shown} value={tab}>
      {content()}
    </SettingsPage>
  )
}
