import { createFileRoute } from '@tanstack/react-router'
import { ChannelsPage } from '../../../../features/channels/channels-page.tsx'

export const Route = createFileRoute('/_app/integrations/whatsapp/')({
  loader: ({ context }) => context.texts.loadNamespaces(['channels', 'graph', 'errors', 'validation']),
  staticData: { title: 'channels:title', ability: 'channels.view' },
  component: ChannelsPage,
})
