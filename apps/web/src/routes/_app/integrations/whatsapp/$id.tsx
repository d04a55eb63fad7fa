import { createFileRoute } from '@tanstack/react-router'
import { lazyComponent } from '#web/components/page/lazy-component.tsx'
import { LastChange } from '#web/features/shared/audit/last-change.tsx'
import { ChannelPage } from '#web/features/whatsapp/channels/channel-page.tsx'
import { type ChannelTab, channelTabOf } from '#web/features/whatsapp/channels/channel-tabs.ts'
import { useSignedIn } from '#web/lib/session/session.ts'

const validateSearch = (search: Record<string, unknown>): { tab?: ChannelTab } => {
  const tab = channelTabOf(search.tab)
  return tab ? { tab } : {}
}

const NumberTestDrawer = lazyComponent(
  async () => (await import('#web/features/whatsapp/templates/number-test-drawer.tsx')).NumberTestDrawer,
)

const Page = () => {
  const { id } = Route.useParams()
  const company = useSignedIn().user.currentCompany
  return (
    <ChannelPage
      id={id}
      tab={Route.useSearch().tab ?? 'overview'}
      lastChange={(phone) =>
        company ? <LastChange key={phone} companyId={company.id} action="channel." target={phone} /> : null
      }
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
      'shared/audit',
      'errors',
      'validation',
    ]),
  staticData: { title: 'whatsapp/channels:title', ability: 'channels.view' },
  component: Page,
})
