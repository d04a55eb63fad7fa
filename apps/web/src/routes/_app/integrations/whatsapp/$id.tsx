import { createFileRoute } from '@tanstack/react-router'
import { ChannelPage } from '#web/features/whatsapp/channels/channel-page.tsx'
import { type ChannelTab, channelTabs } from '#web/features/whatsapp/channels/channel-tabs.ts'

const validateSearch = (search: Record<string, unknown>): { tab?: ChannelTab } => {
  const tab = channelTabs.find((name) => name === search.tab)
  return tab ? { tab } : {}
}

const Page = () => <ChannelPage id={Route.useParams().id} tab={Route.useSearch().tab ?? 'overview'} />

export const Route = createFileRoute('/_app/integrations/whatsapp/$id')({
  validateSearch,
  loader: ({ context }) =>
    context.texts.loadNamespaces(['whatsapp/channels', 'whatsapp/graph-errors', 'errors', 'validation']),
  staticData: { title: 'whatsapp/channels:title', ability: 'channels.view' },
  component: Page,
})
