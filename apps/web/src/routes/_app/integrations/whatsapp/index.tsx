import { createFileRoute } from '@tanstack/react-router'
import { onDemand } from '../../../../components/on-demand.tsx'
import { validateChannelsSearch } from '../../../../features/channels/channel-search.ts'
import { ChannelsPage } from '../../../../features/channels/channels-page.tsx'

const OnboardingPanel = onDemand(
  async () => (await import('../../../../features/onboarding/onboarding-panel.tsx')).OnboardingPanel,
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
    context.texts.loadNamespaces(['channels', 'lists', 'onboarding', 'graph', 'errors', 'validation']),
  staticData: { title: 'channels:title', ability: 'channels.view' },
  component: Page,
})
