import { createFileRoute } from '@tanstack/react-router'
import { lazyComponent } from '#web/components/page/lazy-component.tsx'
import { ChannelPage } from '#web/features/whatsapp/channels/channel-page.tsx'
import { type ChannelTab, channelTabOf } from '#web/features/whatsapp/channels/channel-tabs.ts'

const validateSearch = (search: Record<string, unknown>): { tab?: ChannelTab } => {
  const tab = channelTabOf(search.tab)
  return tab ? { tab } : {}
}

const NumberTestDrawer = lazyComponent(
  async () => (await import('#web/features/whatsapp/templates/number-test-drawer.tsx')).NumberTestDrawer,
)

const Page = () => {
  const { id } = Route.useParams()
  return (
    <ChannelPage
      id={id}
      tab={Route.useSearch().tab ?? 'overview'}
      test={(onClose) => <NumberTestDrawer channelId={id} onClose={onClose} />}
    />
  )
}

export const Route = createFileRoute('/_app/integrations/whatsapp/$id')({
  validateSearch,
  loader: ({ context }) =>
    context.texts.loadNamespaces([
      'whatsapp/channels',
      'whatsapp/templates',
      'whatsapp/graph-errors',
      'errors',
      'validation',
    ]),
  staticData: { title: 'whatsapp/channels:title', ability: 'channels.view' },
  component: Page,
})
