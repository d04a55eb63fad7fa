import { createFileRoute } from '@tanstack/react-router'
import { KeysPage } from '#web/features/integrations/api-keys/keys-page.tsx'
import { ApisPage } from '#web/features/integrations/apis/apis-page.tsx'

const Page = () => (
  <ApisPage current="keys">
    <KeysPage />
  </ApisPage>
)

export const Route = createFileRoute('/_app/company/apis/')({
  staticData: { title: 'integrations/api-keys:title', ability: 'apis.manage' },
  loader: ({ context }) => context.texts.loadNamespaces(['integrations/apis', 'integrations/api-keys']),
  component: Page,
})
