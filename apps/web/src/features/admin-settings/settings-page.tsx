import { Paper, Select, Skeleton, Tabs } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { ErrorState } from '../../components/error-state.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { settingsQuery } from './api.ts'
import { FlagsPanel } from './flags-panel.tsx'
import { SettingsForm } from './settings-form.tsx'
import { type SettingsPageTab, settingsPageTabs } from './tabs.ts'
import { VersionsList } from './versions-list.tsx'

type Props = { tab: SettingsPageTab; onTab: (tab: SettingsPageTab) => void }

/** The settings of the installation, tab by tab. */
export const SettingsPage = ({ tab, onTab }: Props) => {
  const { t } = useTranslation('admin-settings')
  const phone = useMediaQuery('(max-width: 48em)') ?? false
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
      {phone ? (
        <Select
          aria-label={t('title')}
          mb="md"
          allowDeselect={false}
          value={tab}
          data={settingsPageTabs.map((value) => ({ value, label: t(`tab.${value}`) }))}
          onChange={choose}
        />
      ) : null}
      <Tabs value={tab} onChange={choose} keepMounted={false}>
        {phone ? null : (
          <Tabs.List mb="lg">
            {settingsPageTabs.map((value) => (
              <Tabs.Tab key={value} value={value}>
                {t(`tab.${value}`)}
              </Tabs.Tab>
            ))}
          </Tabs.List>
        )}
        {phone ? content() : <Tabs.Panel value={tab}>{content()}</Tabs.Panel>}
      </Tabs>
    </>
  )
}
