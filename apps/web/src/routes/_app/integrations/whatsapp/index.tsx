import { createFileRoute } from '@tanstack/react-router'
import { ChannelsPage } from '../../../../features/channels/channels-page.tsx'
import { OnboardingPanel } from '../../../../features/onboarding/onboarding-panel.tsx'

const validateSearch = (search: Record<string, unknown>): { tab?: 'signup' } =>
  search.tab === 'signup' ? { tab: 'signup' } : {}

const Page = () => <ChannelsPage signup={Route.useSearch().tab === 'signup' ? <OnboardingPanel /> : null} />

export const Route = createFileRoute('/_app/integrations/whatsapp/')({
  validateSearch,
  loader: ({ context }) => context.texts.loadNamespaces(['channels', 'onboarding', 'graph', 'errors', 'validation']),
  staticData: { title: 'channels:title', ability: 'channels.view' },
  component: Page,
})
