import { createFileRoute } from '@tanstack/react-router'
import { lazyComponent } from '#web/components/page/lazy-component.tsx'
import { validateChannelsSearch } from '#web/features/whatsapp/channels/channel-search.ts'
import { ChannelsPage } from '#web/features/whatsapp/channels/channels-page.tsx'

const OnboardingPanel = lazyComponent(
  async () => (await import('#web/features/whatsapp/signup/onboarding-panel.tsx')).OnboardingPanel,
)

const Page = () => {
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  return (
    <ChannelsPage
      search={search}
      onSearch={(next) => void navigate({ search: next })}
      signup={search.tab === 'signup' ? <OnboardingPanel /> : null}
    />
  )
}

export const Route = createFileRoute('/_app/integrations/whatsapp/')({
  validateSearch: validateChannelsSearch,
  loader: ({ context }) =>
    context.texts.loadNamespaces([
      'whatsapp/channels',
      'lists',
      'whatsapp/signup',
      'whatsapp/graph-errors',
      'errors',
      'validation',
    ]),
  staticData: { title: 'whatsapp/channels:title', ability: 'channels.view' },
  component: Page,
})
