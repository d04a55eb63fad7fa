import { createFileRoute } from '@tanstack/react-router'
import { PlatformSettingsPage } from '#web/features/admin/settings/settings-page.tsx'
import { type SettingsPageTab, settingsPageTabs } from '#web/features/admin/settings/settings-page-tabs.ts'

const validateSearch = (search: Record<string, unknown>): { tab?: SettingsPageTab } => {
  const tab = settingsPageTabs.find((name) => name === search.tab)
  return tab ? { tab } : {}
}

const Page = () => <PlatformSettingsPage tab={Route.useSearch().tab ?? 'brand'} />

export const Route = createFileRoute('/_app/admin/settings')({
  validateSearch,
  staticData: { title: 'admin/settings:title', ability: 'admin.platform' },
  loader: ({ context }) => context.texts.loadNamespaces(['admin/settings', 'errors', 'validation']),
  component: Page,
})
