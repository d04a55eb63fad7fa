import { createFileRoute } from '@tanstack/react-router'
import { WebhooksPage } from '#web/features/integrations/webhooks/webhooks-page.tsx'

export const Route = createFileRoute('/_app/company/webhook-integrations/')({
  staticData: { title: 'integrations/webhooks:title', ability: 'webhook_integrations.manage' },
  loader: ({ context }) => context.texts.loadNamespaces(['integrations/webhooks']),
  component: WebhooksPage,
})
