import { createFileRoute } from '@tanstack/react-router'
import { KeysPage } from '#web/features/integrations/api-keys/keys-page.tsx'

export const Route = createFileRoute('/_app/company/apis')({
  staticData: { title: 'integrations/api-keys:title', ability: 'apis.manage' },
  loader: ({ context }) => context.texts.loadNamespaces(['integrations/api-keys']),
  component: KeysPage,
})
