import { createFileRoute } from '@tanstack/react-router'
import { ApisPage } from '#web/features/integrations/apis/apis-page.tsx'
import { EndpointsPage } from '#web/features/integrations/webhook-endpoints/endpoints-page.tsx'

const Page = () => (
  <ApisPage current="webhooks">
    <EndpointsPage />
  </ApisPage>
)

export const Route = createFileRoute('/_app/company/apis/webhooks/')({
  staticData: { title: 'integrations/webhook-endpoints:title', ability: 'apis.manage' },
  loader: ({ context }) =>
    context.texts.loadNamespaces(['integrations/apis', 'integrations/webhook-endpoints', 'errors', 'validation']),
  component: Page,
})
