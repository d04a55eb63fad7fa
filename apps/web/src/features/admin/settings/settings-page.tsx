import { Paper, Skeleton } from '@mantine/core'
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
  IconTool,
  IconWorld,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorState } from '#web/components/feedback/error-state.tsx'
import { PageHeader } from '#web/components/page/page-header.tsx'
import { SideTabs } from '#web/components/page/side-tabs.tsx'
import { settingsQuery } from './api.ts'
import { FlagsPanel } from './flags-panel.tsx'
import { SettingsForm } from './settings-form.tsx'
import { type SettingsPageTab, settingsPageTabs } from './settings-page-tabs.ts'
import { VersionsList } from './versions-list.tsx'

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
  flags: IconFlag,
  versions: IconHistory,
}

type Props = { tab: SettingsPageTab; onTab: (tab: SettingsPageTab) => void }

/** The settings of the installation, group by group. */
export const SettingsPage = ({ tab, onTab }: Props) => {
  const { t } = useTranslation('admin/settings')
  const { data, error, refetch } = useQuery(settingsQuery)
  const choose = (value: string | null) => onTab(settingsPageTabs.find((known) => known === value) ?? 'brand')
  const content = () => {
    if (tab === 'flags') return <FlagsPanel />
    if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
    if (!data) return <Skeleton height={320} radius="lg" />
    if (tab === 'versions') return <VersionsList current={data.version} />
    return (
      <Paper withBorder p="lg">
        <SettingsForm key={`${tab} ${data.version}`} tab={tab} saved={data} />
      </Paper>
    )
  }
  return (
    <>
      <PageHeader title={t('title')} description={t('text')} />
      <SideTabs
        label={t('title')}
        places={settingsPageTabs.map((value) => ({ value, label: t(`tab.${value}`), icon: icons[value] }))}
        value={tab}
        onChange={choose}
      >
        {content()}
      </SideTabs>
    </>
  )
}
